/* mazurka: -n 2 => invalid-argument */
/* MPI_Gatherv must not write a location more than once (MPI 3.1, 5.5). */
#include "truth.h"

int main(void)
{
    static int a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    int rank = begin(), counts[] = {2, 2}, displs[] = {0, 1};
    (void)rank, (void)counts, (void)displs;
    int own[] = {rank, rank};
    MPI_Gatherv(own, 2, MPI_INT, a, counts, displs, MPI_INT, 0, WORLD);
    return end();
}
