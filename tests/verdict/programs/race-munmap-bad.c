/* mazurka: -n 2 => local-race: unmaps */
/* A mapping is removed while it is sent. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int *a = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    MPI_Request q;
    if (rank == 0) {
        MPI_Isend(a, 10, MPI_INT, 1, 0, WORLD, &q);
        munmap(a, 8192);
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Recv(a, 10, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    return end();
}
