/* mazurka: -n 2 => local-race */
/* The buffer of a reduction in place is read. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int x = rank;
    MPI_Request q;
    (void)rank;
    MPI_Iallreduce(MPI_IN_PLACE, &x, 1, MPI_INT, MPI_SUM, WORLD, &q);
    sink = x;
    MPI_Wait(&q, IGNORE);
    return end();
}
