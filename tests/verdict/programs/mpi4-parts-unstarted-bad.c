/* mazurka: -n 2 => potential-deadlock */
/* The receive is started only after a message that the sender sends later: without a
 * buffer the partitioned send does not complete. */
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
        MPI_Recv(&b, 1, MPI_INT, 0, 1, WORLD, IGNORE);
        MPI_Start(&request);
        MPI_Wait(&request, IGNORE);
    }
    MPI_Request_free(&request);
    MPI_Finalize();
}
