/* mazurka: -n 2 => verified */
/* An array of counts is read before the collective is complete, and changed after. */
#include "truth.h"

int main(void)
{
    int rank = begin(), a[4], counts[2] = {2, 2}, displs[2] = {0, 2};
    int b[2] = {rank, rank};
    MPI_Request q;
    MPI_Iallgatherv(b, 2, MPI_INT, a, counts, displs, MPI_INT, WORLD, &q);
    assert(counts[0] == 2);
    MPI_Wait(&q, IGNORE);
    counts[0] = 1;
    assert(a[counts[0]] == 0 && a[displs[1]] == 1);
    return end();
}
