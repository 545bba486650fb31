/* mazurka: -n 2 => verified */
/* After the wait it is over. */
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
        MPI_Wait(&q, IGNORE);
        sink = x;
    } else {
        (void)q;
        (void)x;
    }
    return end();
}
