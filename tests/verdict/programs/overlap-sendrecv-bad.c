/* mazurka: -n 2 => invalid-argument */
/* The buffers of MPI_Sendrecv must be disjoint (MPI 3.1, 3.10). */
#include "truth.h"

int main(void)
{
    static int a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    int rank = begin(), counts[] = {2, 2}, displs[] = {0, 2};
    (void)rank, (void)counts, (void)displs;
    MPI_Sendrecv(a, 2, MPI_INT, !rank, 0, a + 1, 2, MPI_INT, !rank, 0, WORLD, IGNORE);
    return end();
}
