/* mazurka: -n 2 => local-race: MPI_Irecv writes to the buffer of MPI_Isend */
/* A variable is received into while it is sent. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int x = 1;
    MPI_Request q[2];
    if (rank == 0) {
        MPI_Isend(&x, 1, MPI_INT, 1, 0, WORLD, &q[0]);
        MPI_Irecv(&x, 1, MPI_INT, 1, 0, WORLD, &q[1]);
        MPI_Waitall(2, q, ALL);
    } else {
        hear(0, 0);
        tell(0, 0);
    }
    return end();
}
