/* mazurka: -n 2 => verified */
/* What is contributed may be read. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int x = rank, sum = 0;
    MPI_Request q;
    (void)rank;
    MPI_Iallreduce(&x, &sum, 1, MPI_INT, MPI_SUM, WORLD, &q);
    sink = x;
    MPI_Wait(&q, IGNORE);
    sink = sum;
    return end();
}
