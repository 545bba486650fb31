/* mazurka: -n 3 => local-race */
/* Only if the message of rank 2 comes first, the buffer of the other receive is read. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int x[2], first;
    MPI_Status s;
    MPI_Request q;
    if (rank == 0) {
        MPI_Irecv(x, 1, MPI_INT, 1, 1, WORLD, &q);
        MPI_Recv(&first, 1, MPI_INT, ANY, 0, WORLD, &s);
        if (s.MPI_SOURCE == 2)
            sink = x[0];
        MPI_Recv(&first, 1, MPI_INT, ANY, 0, WORLD, &s);
        MPI_Wait(&q, IGNORE);
    } else {
        tell(0, 0);
        if (rank == 1)
            tell(0, 1);
    }
    return end();
}
