/* mazurka: -n 3 => verified+reduction-order */
/* holds for: order */
/* From the left and from the right, 1e20 + 1 - 1e20 is 0; (1e20 - 1e20) + 1 is 1. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    double part[] = {1e20, 1, -1e20}, sum;
    MPI_Allreduce(&part[rank], &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    assert(sum == 0);
    return end();
}
