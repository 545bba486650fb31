/* mazurka: -n 2 => crash|assertion|unsupported */
/* An address of rank 0 means nothing to rank 1: its block is not there, or another one
 * is. MPICH: crashes. */
#include "truth.h"

int main(void)
{
    int *block = NULL;
    if (begin() == 0) {
        block = malloc(4 << 20);
        block[1000] = 77;
        MPI_Send(&block, sizeof block, MPI_BYTE, 1, 0, WORLD);
    } else {
        MPI_Recv(&block, sizeof block, MPI_BYTE, 0, 0, WORLD, IGNORE);
        block[1000] = 78;
    }
    MPI_Barrier(WORLD);
    return end();
}
