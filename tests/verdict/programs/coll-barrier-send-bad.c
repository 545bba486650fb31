/* mazurka: -n 3 => assertion */
/* A barrier does not deliver messages: what was sent before it may arrive after what is
 * sent behind it. */
#include "truth.h"

int main(void)
{
    int word = 0, rank = begin();
    if (rank == 2) {
        MPI_Request request[2];
        MPI_Status status[2];
        MPI_Irecv(&word, 1, MPI_INT, ANY, 0, WORLD, &request[0]);
        MPI_Irecv(&rank, 1, MPI_INT, ANY, 0, WORLD, &request[1]);
        MPI_Barrier(WORLD);
        MPI_Waitall(2, request, status);
        assert(status[0].MPI_SOURCE == 1);
    } else if (rank == 1) {
        MPI_Send(&word, 1, MPI_INT, 2, 0, WORLD);
        MPI_Barrier(WORLD);
    } else {
        MPI_Barrier(WORLD);
        MPI_Send(&word, 1, MPI_INT, 2, 0, WORLD);
    }
    return end();
}
