/* mazurka: -n 2 => local-race */
/* A message that was found by MPI_Mprobe is received by MPI_Imrecv, and read too early.
 */
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
        sink = x;
        MPI_Wait(&q, IGNORE);
    } else {
        int y = 5;
        MPI_Send(&y, 1, MPI_INT, 0, 0, WORLD);
        (void)m;
    }
    return end();
}
