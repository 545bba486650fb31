/* mazurka: -n 2 => verified */
/* It was not started yet, and after the wait it is over. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int x = 1;
    MPI_Request q;
    if (rank == 0) {
        MPI_Recv_init(&x, 1, MPI_INT, 1, 0, WORLD, &q);
        sink = x;
        MPI_Start(&q);
        MPI_Wait(&q, IGNORE);
        sink = x;
        MPI_Request_free(&q);
    } else {
        int y = 5;
        MPI_Send(&y, 1, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
