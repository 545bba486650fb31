/* mazurka: -n 2 => verified */
/* After. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int x = 1;
    MPI_Message m;
    MPI_Request q;
    if (rank == 0) {
        MPI_Mprobe(1, 0, WORLD, &m, IGNORE);
        MPI_Imrecv(&x, 1, MPI_INT, &m, &q);
        MPI_Wait(&q, IGNORE);
        sink = x;
    } else {
        int y = 5;
        MPI_Send(&y, 1, MPI_INT, 0, 0, WORLD);
        (void)m;
    }
    return end();
}
