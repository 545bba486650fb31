/* mazurka: -n 2 => local-race */
/* A persistent receive that was started: the variable is read. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int x = 1;
    MPI_Request q;
    if (rank == 0) {
        MPI_Recv_init(&x, 1, MPI_INT, 1, 0, WORLD, &q);
        MPI_Start(&q);
        sink = x;
        MPI_Wait(&q, IGNORE);
        MPI_Request_free(&q);
    } else {
        int y = 5;
        MPI_Send(&y, 1, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
