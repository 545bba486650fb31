/* mazurka: -n 2 => verified */
/* A receive from nobody uses no memory. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int x = 1;
    MPI_Request q;
    if (rank == 0) {
        MPI_Irecv(&x, 1, MPI_INT, MPI_PROC_NULL, 0, WORLD, &q);
        sink = x;
        x = 3;
        MPI_Wait(&q, IGNORE);
    } else {
        (void)q;
        (void)x;
    }
    return end();
}
