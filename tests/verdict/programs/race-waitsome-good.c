/* mazurka: -n 2 => verified */
/* All that it names may be read. */
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
        for (int i = 0; i < n; i++)
            sink = x[which[i]];
        MPI_Waitall(2, q, ALL);
    } else {
        tell(0, 0);
        tell(0, 1);
    }
    return end();
}
