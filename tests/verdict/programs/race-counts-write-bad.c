/* mazurka: -n 2 => local-race */
/* An array of counts is changed before the collective is complete. */
#include "truth.h"

int main(void)
{
    int rank = begin(), a[4], counts[2] = {2, 2}, displs[2] = {0, 2};
    int b[2] = {rank, rank};
    MPI_Request q;
    MPI_Iallgatherv(b, 2, MPI_INT, a, counts, displs, MPI_INT, WORLD, &q);
    counts[0] = 1;
    MPI_Wait(&q, IGNORE);
    return end();
}
