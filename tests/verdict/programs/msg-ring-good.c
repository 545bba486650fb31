/* mazurka: -n 3 => verified */
/* Sendrecv sends and receives at the same time. */
#include "truth.h"

int main(void)
{
    static int a[LEN], b[LEN];
    int rank = begin();
    a[0] = rank;
    MPI_Sendrecv(a, LEN, MPI_INT, (rank + 1) % 3, 0, b, LEN, MPI_INT, (rank + 2) % 3, 0,
                 WORLD, IGNORE);
    assert(b[0] == (rank + 2) % 3);
    MPI_Sendrecv_replace(a, LEN, MPI_INT, (rank + 1) % 3, 0, (rank + 2) % 3, 0, WORLD,
                         IGNORE);
    assert(a[0] == b[0]);
    return end();
}
