/* mazurka: -n 2 => local-race: reads the buffer of MPI_Irecv */
/* A variable is read before its receive is complete. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int x = 1;
    MPI_Request q;
    if (rank == 0) {
        MPI_Irecv(&x, 1, MPI_INT, 1, 0, WORLD, &q);
        sink = x;
        MPI_Wait(&q, IGNORE);
    } else {
        int y = 5;
        MPI_Send(&y, 1, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
