/* mazurka: -n 2 => assertion */
/* The second request is started first, and gets the first message. */
#include "truth.h"

int main(void)
{
    int a = 1, b = 2;
    if (begin() == 0) {
        MPI_Request request[2];
        a = b = 0;
        MPI_Recv_init(&a, 1, MPI_INT, 1, 0, WORLD, &request[0]);
        MPI_Recv_init(&b, 1, MPI_INT, 1, 0, WORLD, &request[1]);
        MPI_Start(&request[1]);
        MPI_Start(&request[0]);
        MPI_Waitall(2, request, ALL);
        assert(a == 1 && b == 2);
        MPI_Request_free(&request[0]);
        MPI_Request_free(&request[1]);
    } else {
        MPI_Send(&a, 1, MPI_INT, 0, 0, WORLD);
        MPI_Send(&b, 1, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
