/* mazurka: -n 2 => local-race: rank 1: reads the buffer of MPI_Ibcast */
/* What MPI_Ibcast receives is read too early. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int x = rank;
    MPI_Request q;
    (void)rank;
    MPI_Ibcast(&x, 1, MPI_INT, 0, WORLD, &q);
    if (rank == 1)
        sink = x;
    MPI_Wait(&q, IGNORE);
    return end();
}
