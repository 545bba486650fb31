/* mazurka: -n 2 => verified */
/* All communication is complete before MPI_Comm_disconnect; what is under way on another
 * communicator does not matter, nor does a persistent request that is not active. */
#include "truth.h"

int main(void)
{
    MPI_Comm twin;
    MPI_Request request, other, idle;
    static int a, b, c;
    int rank = begin();
    MPI_Comm_dup(WORLD, &twin);
    MPI_Recv_init(&c, 1, MPI_INT, !rank, 1, twin, &idle);
    if (rank == 0)
        MPI_Isend(&a, 1, MPI_INT, 1, 0, twin, &request);
    else
        MPI_Irecv(&a, 1, MPI_INT, 0, 0, twin, &request);
    if (rank == 0)
        MPI_Isend(&b, 1, MPI_INT, 1, 0, WORLD, &other);
    else
        MPI_Irecv(&b, 1, MPI_INT, 0, 0, WORLD, &other);
    MPI_Wait(&request, IGNORE);
    MPI_Comm_disconnect(&twin);
    MPI_Wait(&other, IGNORE);
    MPI_Request_free(&idle);
    return end();
}
