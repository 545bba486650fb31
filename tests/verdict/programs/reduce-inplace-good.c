/* mazurka: -n 3 => verified */
/* MPI_IN_PLACE: the root's part is where the result will be. */
#include "truth.h"

int main(void)
{
    int rank = begin(), x = rank + 1;
    MPI_Reduce(rank == 0 ? MPI_IN_PLACE : &x, rank == 0 ? &x : NULL, 1, MPI_INT, MPI_SUM,
               0, WORLD);
    assert(x == (rank == 0 ? 6 : rank + 1));
    return end();
}
