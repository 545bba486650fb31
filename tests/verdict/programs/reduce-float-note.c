/* mazurka: -n 3 => verified+reduction-order */
/* holds for: order */
/* (1 + 1e20) - 1e20 is 0, 1 + (1e20 - 1e20) is 1: the standard leaves open which is
 * computed. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    double part[3] = {1, 1e20, -1e20}, sum;
    MPI_Allreduce(&part[rank], &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    return end();
}
