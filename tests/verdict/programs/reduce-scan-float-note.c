/* mazurka: -n 3 => verified+reduction-order */
/* A scan may associate as it likes, too: at rank 2 the result may be 0 or 1. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    double part[3] = {1, 1e20, -1e20}, sum;
    MPI_Scan(&part[rank], &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    return end();
}
