/* mazurka: -n 3 => crash|unsupported */
/* In one order of messages, rank 0 writes to an address that rank 2 has allocated. MPICH:
 * crashes. */
#include "truth.h"

int main(void)
{
    char *where;
    if (begin() == 0) {
        MPI_Status status;
        MPI_Recv(&where, sizeof where, MPI_BYTE, ANY, 0, WORLD, &status);
        if (status.MPI_SOURCE == 2)
            where[1000] = 5;
        MPI_Recv(&where, sizeof where, MPI_BYTE, ANY, 0, WORLD, &status);
    } else {
        where = mmap(NULL, 64 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                     -1, 0);
        MPI_Send(&where, sizeof where, MPI_BYTE, 0, 0, WORLD);
    }
    return end();
}
