/* mazurka: -n 2 => local-race */
/* A block is freed while it is sent. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int *a = calloc(10, sizeof *a), *b = malloc(40);
    MPI_Request q;
    if (rank == 0) {
        free(b);
        MPI_Isend(a, 10, MPI_INT, 1, 0, WORLD, &q);
        free(a);
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Recv(a, 10, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    return end();
}
