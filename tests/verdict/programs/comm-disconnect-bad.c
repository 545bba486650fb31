/* mazurka: -n 2 => invalid-argument */
/* MPI_Comm_disconnect may be called only if all communication is complete (MPI 3.1,
 * 10.5.4). */
#include "truth.h"

int main(void)
{
    MPI_Comm twin;
    MPI_Request request;
    static int a;
    int rank = begin();
    MPI_Comm_dup(WORLD, &twin);
    if (rank == 0)
        MPI_Isend(&a, 1, MPI_INT, 1, 0, twin, &request);
    else
        MPI_Irecv(&a, 1, MPI_INT, 0, 0, twin, &request);
    MPI_Comm_disconnect(&twin);
    MPI_Wait(&request, IGNORE);
    return end();
}
