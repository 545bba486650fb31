/* mazurka: -n 3 => verified!reduction-order */
/* These sums are exact in every order: nothing to note. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    double part = rank + 0.5, sum;
    MPI_Allreduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    assert(sum == 4.5);
    return end();
}
