/* mazurka: -n 2 => verified */
/* If it succeeds, all are complete. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int x[2], done = 0;
    MPI_Request q[2];
    if (rank == 0) {
        MPI_Irecv(x, 1, MPI_INT, 1, 0, WORLD, &q[0]);
        MPI_Irecv(x + 1, 1, MPI_INT, 1, 1, WORLD, &q[1]);
        MPI_Testall(2, q, &done, ALL);
        if (done)
            sink = x[0];
        MPI_Waitall(2, q, ALL);
    } else {
        tell(0, 0);
        tell(0, 1);
    }
    return end();
}
