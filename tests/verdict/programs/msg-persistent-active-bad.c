/* mazurka: -n 2 => finding */
/* A persistent request that is active must not be started. */
#include "truth.h"

int main(void)
{
    int a = 0;
    MPI_Request request;
    if (begin() == 0) {
        MPI_Recv_init(&a, 1, MPI_INT, 1, 0, WORLD, &request);
        MPI_Start(&request);
        MPI_Start(&request);
        MPI_Wait(&request, IGNORE);
        MPI_Request_free(&request);
    } else {
        tell(0, 0);
    }
    return end();
}
