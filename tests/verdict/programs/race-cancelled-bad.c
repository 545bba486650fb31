/* mazurka: -n 2 => local-race */
/* A receive that is being cancelled is active until the wait. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int x = 1;
    MPI_Request q;
    if (rank == 0) {
        MPI_Irecv(&x, 1, MPI_INT, 1, 3, WORLD, &q);
        MPI_Cancel(&q);
        sink = x;
        MPI_Wait(&q, IGNORE);
    } else {
        (void)q;
        (void)x;
    }
    return end();
}
