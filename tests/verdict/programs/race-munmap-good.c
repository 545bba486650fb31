/* mazurka: -n 2 => verified */
/* It is removed after. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int *a = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    MPI_Request q;
    if (rank == 0) {
        MPI_Isend(a, 10, MPI_INT, 1, 0, WORLD, &q);
        MPI_Wait(&q, IGNORE);
        munmap(a, 8192);
    } else {
        MPI_Recv(a, 10, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    return end();
}
