/* mazurka: -n 2 => local-race: frees memory of the buffer */
/* A block is freed while it is received. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int *a = calloc(10, sizeof *a);
    MPI_Request q;
    if (rank == 0) {
        MPI_Irecv(a, 10, MPI_INT, 1, 0, WORLD, &q);
        free(a);
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Send(a, 10, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
