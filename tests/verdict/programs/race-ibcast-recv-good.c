/* mazurka: -n 2 => verified */
/* Everybody waits. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int x = rank;
    MPI_Request q;
    (void)rank;
    MPI_Ibcast(&x, 1, MPI_INT, 0, WORLD, &q);
    MPI_Wait(&q, IGNORE);
    if (rank == 1)
        sink = x;
    return end();
}
