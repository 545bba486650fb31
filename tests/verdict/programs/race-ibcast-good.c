/* mazurka: -n 2 => verified */
/* The root may read it, the others only after the wait. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int x = rank;
    MPI_Request q;
    (void)rank;
    MPI_Ibcast(&x, 1, MPI_INT, 0, WORLD, &q);
    if (rank == 0)
        sink = x;
    MPI_Wait(&q, IGNORE);
    sink = x;
    return end();
}
