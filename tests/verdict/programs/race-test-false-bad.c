/* mazurka: -n 2 => local-race */
/* The receive is only known to be complete if MPI_Test says so. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int x = 1, done = 0;
    MPI_Request q;
    if (rank == 0) {
        MPI_Irecv(&x, 1, MPI_INT, 1, 0, WORLD, &q);
        MPI_Test(&q, &done, IGNORE);
        sink = x;
        MPI_Wait(&q, IGNORE);
    } else {
        int y = 5;
        MPI_Send(&y, 1, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
