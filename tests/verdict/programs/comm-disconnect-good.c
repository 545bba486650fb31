/* mazurka: -n 2 => verified */
/* All communication is complete before MPI_Comm_disconnect; what is under way on another
 * communicator does not matter. */
#include "truth.h"

int main(void)
{
    MPI_Comm twin;
    MPI_Request request, other;
    static int a, b;
    int rank = begin();
    MPI_Comm_dup(WORLD, &twin);
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
    return end();
}
