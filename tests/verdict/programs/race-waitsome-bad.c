/* mazurka: -n 2 => local-race */
/* MPI_Waitsome completes the first of two receives at least, and the second is read
 * whatever it says. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int x[2], n, which[2];
    MPI_Request q[2];
    if (rank == 0) {
        MPI_Irecv(x, 1, MPI_INT, 1, 0, WORLD, &q[0]);
        MPI_Irecv(x + 1, 1, MPI_INT, 1, 1, WORLD, &q[1]);
        MPI_Waitsome(2, q, &n, which, ALL);
        sink = x[1];
        MPI_Waitall(2, q, ALL);
    } else {
        tell(0, 0);
        tell(0, 1);
    }
    return end();
}
