/* mazurka: -n 2 => verified */
/* What is being sent may be read. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int x = 1;
    MPI_Request q;
    if (rank == 0) {
        MPI_Isend(&x, 1, MPI_INT, 1, 0, WORLD, &q);
        sink = x;
        MPI_Wait(&q, IGNORE);
    } else {
        int y;
        MPI_Recv(&y, 1, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    return end();
}
