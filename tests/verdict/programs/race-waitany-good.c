/* mazurka: -n 2 => verified */
/* The one that it names is read. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int x[2], i;
    MPI_Request q[2];
    if (rank == 0) {
        MPI_Irecv(x, 1, MPI_INT, 1, 0, WORLD, &q[0]);
        MPI_Irecv(x + 1, 1, MPI_INT, 1, 1, WORLD, &q[1]);
        MPI_Waitany(2, q, &i, IGNORE);
        sink = x[i];
        MPI_Waitall(2, q, ALL);
    } else {
        tell(0, 0);
        tell(0, 1);
    }
    return end();
}
