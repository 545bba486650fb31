/* mazurka: -n 3 => verified!reduction-order */
/* Sums, products and maxima of integers do not depend on the order; neither do maxima of
 * floating-point numbers. */
#include "truth.h"

int main(void)
{
    int rank = begin(), sum, product, part = rank + 1;
    double value = rank == 1 ? 0.1 : 0.3 * rank, most;
    MPI_Allreduce(&part, &sum, 1, MPI_INT, MPI_SUM, WORLD);
    MPI_Allreduce(&part, &product, 1, MPI_INT, MPI_PROD, WORLD);
    MPI_Allreduce(&value, &most, 1, MPI_DOUBLE, MPI_MAX, WORLD);
    assert(sum == 6 && product == 6 && most == 0.3 * 2);
    return end();
}
