/* mazurka: -n 2 => invalid-argument */
/* The communicator that MPI_Comm_idup makes must not be used before its request is
 * complete (MPI 3.1, 6.4.2). */
#include "truth.h"

int main(void)
{
    MPI_Comm twin;
    MPI_Request made, sent;
    static int a;
    int rank = begin();
    MPI_Comm_idup(WORLD, &twin, &made);
    if (rank == 0)
        MPI_Isend(&a, 1, MPI_INT, 1, 0, twin, &sent);
    MPI_Wait(&made, IGNORE);
    if (rank == 0)
        MPI_Wait(&sent, IGNORE);
    else
        MPI_Recv(&a, 1, MPI_INT, 0, 0, twin, IGNORE);
    MPI_Comm_free(&twin);
    return end();
}
