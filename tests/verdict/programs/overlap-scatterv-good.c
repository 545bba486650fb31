/* mazurka: -n 2 => verified */
/* What MPI_Scatterv sends may overlap, since it is only read. */
#include "truth.h"

int main(void)
{
    static int a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    int rank = begin(), counts[] = {2, 2}, displs[] = {0, 1};
    (void)rank, (void)counts, (void)displs;
    int own[2];
    MPI_Scatterv(a, counts, displs, MPI_INT, own, 2, MPI_INT, 0, WORLD);
    assert(own[0] == 1 + rank && own[1] == 2 + rank);
    return end();
}
