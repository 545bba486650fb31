/* mazurka: -n 2 => verified */
/* It is read after the wait. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int x = rank;
    MPI_Request q;
    (void)rank;
    MPI_Iallreduce(MPI_IN_PLACE, &x, 1, MPI_INT, MPI_SUM, WORLD, &q);
    MPI_Wait(&q, IGNORE);
    sink = x;
    return end();
}
