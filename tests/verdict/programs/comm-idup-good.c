/* mazurka: -n 2 => verified */
/* A communicator of MPI_Comm_idup, used once its request is complete: the meeting goes on
 * while ranks talk on the old one. */
#include "truth.h"

int main(void)
{
    MPI_Comm twin;
    MPI_Request made;
    int there = 0, a = 1;
    int rank = begin();
    MPI_Comm_idup(WORLD, &twin, &made);
    if (rank == 0)
        tell(1, 0);
    else
        hear(0, 0);
    while (!there)
        MPI_Test(&made, &there, IGNORE);
    if (rank == 0)
        MPI_Send(&a, 1, MPI_INT, 1, 0, twin);
    else
        MPI_Recv(&a, 1, MPI_INT, 0, 0, twin, IGNORE);
    MPI_Comm_free(&twin);
    return end();
}
