/* mazurka: -n 2 => verified */
/* A persistent request can be started again when it is complete; while inactive, Wait and
 * Test return at once. */
#include "truth.h"

int main(void)
{
    int a, flag, rank = begin();
    MPI_Request request;
    if (rank == 0)
        MPI_Recv_init(&a, 1, MPI_INT, 1, 0, WORLD, &request);
    else
        MPI_Send_init(&a, 1, MPI_INT, 0, 0, WORLD, &request);
    for (int i = 0; i < 3; i++) {
        MPI_Wait(&request, IGNORE);
        MPI_Test(&request, &flag, IGNORE);
        assert(flag && request != MPI_REQUEST_NULL);
        a = rank * i;
        MPI_Start(&request);
        MPI_Wait(&request, IGNORE);
        assert(a == i);
    }
    MPI_Request_free(&request);
    return end();
}
