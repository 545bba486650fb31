/* mazurka: -n 2 => verified */
/* It is read. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int give[2] = {1, 2}, take[2];
    MPI_Request q;
    (void)rank;
    MPI_Ialltoall(give, 1, MPI_INT, take, 1, MPI_INT, WORLD, &q);
    sink = give[0];
    MPI_Wait(&q, IGNORE);
    sink = take[1];
    return end();
}
