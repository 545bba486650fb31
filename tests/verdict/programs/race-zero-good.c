/* mazurka: -n 2 => verified */
/* A receive of no elements uses no memory. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int x = 1;
    MPI_Request q;
    if (rank == 0) {
        MPI_Irecv(&x, 0, MPI_INT, 1, 0, WORLD, &q);
        sink = x;
        x = 3;
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Send(&x, 0, MPI_INT, 0, 0, WORLD);
        (void)q;
    }
    return end();
}
