/* mazurka: -n 2 => deadlock */
/* A partitioned send and an ordinary receive do not match. */
#include "truth.h"

int main(void)
{
    static int a[2];
    MPI_Request request;
    if (begin() == 0) {
        MPI_Psend_init(a, 2, 1, MPI_INT, 1, 0, WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Pready_range(0, 1, request);
        MPI_Wait(&request, IGNORE);
        MPI_Request_free(&request);
    } else {
        MPI_Recv(a, 2, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    MPI_Finalize();
}
