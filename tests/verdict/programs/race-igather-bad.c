/* mazurka: -n 2 => local-race */
/* The root reads a block of MPI_Igather. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int x = rank, all[4] = {0};
    MPI_Request q;
    (void)rank;
    MPI_Igather(&x, 1, MPI_INT, all, 1, MPI_INT, 0, WORLD, &q);
    if (rank == 0)
        sink = all[1];
    MPI_Wait(&q, IGNORE);
    return end();
}
