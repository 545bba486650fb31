/* mazurka: -n 2 => potential-deadlock; this happens if rank 1: Send to 0, tag 0 ... is not buffered; !collective */
/* The receiver has matched the first message, and waits for the second one before it receives the first: its sender may
 * wait until then. */
#include "truth.h"

int main(void)
{
    int a = 0, rank = begin();
    MPI_Message m;
    if (rank) {
        MPI_Send(&a, 1, MPI_INT, 0, 0, WORLD);
        MPI_Send(&a, 1, MPI_INT, 0, 0, WORLD);
    } else {
        MPI_Mprobe(1, 0, WORLD, &m, IGNORE);
        MPI_Recv(&a, 1, MPI_INT, 1, 0, WORLD, IGNORE);
        MPI_Mrecv(&a, 1, MPI_INT, &m, IGNORE);
    }
    return end();
}
