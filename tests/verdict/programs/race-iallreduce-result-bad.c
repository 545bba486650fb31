/* mazurka: -n 2 => local-race: reads */
/* The result of MPI_Iallreduce is read too early. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int x = rank, sum = 0;
    MPI_Request q;
    (void)rank;
    MPI_Iallreduce(&x, &sum, 1, MPI_INT, MPI_SUM, WORLD, &q);
    sink = sum;
    MPI_Wait(&q, IGNORE);
    return end();
}
