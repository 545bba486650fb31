/* mazurka: -n 2 => verified */
/* MPI_Ibarrier has no buffer. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int x = 0, y = 0;
    MPI_Request q[2];
    (void)rank;
    MPI_Irecv(&x, 1, MPI_INT, 1 - rank, 0, WORLD, &q[0]);
    MPI_Ibarrier(WORLD, &q[1]);
    MPI_Send(&y, 1, MPI_INT, 1 - rank, 0, WORLD);
    MPI_Wait(&q[0], IGNORE);
    sink = x;
    MPI_Wait(&q[1], IGNORE);
    return end();
}
