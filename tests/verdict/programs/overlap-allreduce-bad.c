/* mazurka: -n 2 => invalid-argument */
/* The buffers of a collective must not overlap, not even in part. */
#include "truth.h"

int main(void)
{
    static int a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    int rank = begin(), counts[] = {2, 2}, displs[] = {0, 2};
    (void)rank, (void)counts, (void)displs;
    MPI_Allreduce(a, a + 1, 2, MPI_INT, MPI_SUM, WORLD);
    return end();
}
