/* mazurka: -n 3 => verified+reduction-order|assertion */
/* The assertion holds in the order of the ranks, and not in others, which the standard
 * allows. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    double part[3] = {1, 1e20, -1e20}, sum;
    MPI_Allreduce(&part[rank], &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    assert(sum == 0);
    return end();
}
