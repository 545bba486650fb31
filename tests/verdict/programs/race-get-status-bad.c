/* mazurka: -n 2 => local-race */
/* MPI_Request_get_status says that the receive is not complete, and the variable is read.
 */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int x = 1, done = 0;
    MPI_Request q;
    if (rank == 0) {
        MPI_Irecv(&x, 1, MPI_INT, 1, 0, WORLD, &q);
        MPI_Request_get_status(q, &done, IGNORE);
        if (!done)
            sink = x;
        MPI_Wait(&q, IGNORE);
    } else {
        int y = 5;
        MPI_Send(&y, 1, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
