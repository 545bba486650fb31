/* mazurka: -n 6 => verified+reduction-order */
/* holds for: order */
/* In rank order, reversed and as a tree this sum is 0; even ranks before odd ones give 2. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    double part[] = {1e20, 1, -1e20, 1e20, 1, -1e20}, sum;
    MPI_Allreduce(&part[rank], &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    assert(sum == 0);
    return end();
}
