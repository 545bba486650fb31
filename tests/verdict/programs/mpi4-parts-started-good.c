/* mazurka: -n 2 => verified */
/* As mpi4-parts-unstarted-bad.c, but the receive has been started: the send completes,
 * even though the receiver does not ask for it before it has got another message. */
#include "truth.h"

int main(void)
{
    static int a, b;
    MPI_Request request;
    if (begin() == 0) {
        MPI_Psend_init(&a, 1, 1, MPI_INT, 1, 0, WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Pready(0, request);
        MPI_Wait(&request, IGNORE);
        MPI_Send(&b, 1, MPI_INT, 1, 1, WORLD);
    } else {
        MPI_Precv_init(&a, 1, 1, MPI_INT, 0, 0, WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Recv(&b, 1, MPI_INT, 0, 1, WORLD, IGNORE);
        MPI_Wait(&request, IGNORE);
    }
    MPI_Request_free(&request);
    MPI_Finalize();
}
