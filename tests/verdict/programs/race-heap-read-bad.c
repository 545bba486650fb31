/* mazurka: -n 2 => local-race */
/* A part of an array is read while it is received. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int *a = calloc(100, sizeof *a);
    MPI_Request q;
    if (rank == 0) {
        MPI_Irecv(a + 10, 20, MPI_INT, 1, 0, WORLD, &q);
        sink = a[29];
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Send(a, 20, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
