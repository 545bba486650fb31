/* mazurka: -n 2 => verified */
/* A Testall that says no changes no request; both are there still, and have the messages
 * in order. */
#include "truth.h"

int main(void)
{
    int a = 1, b = 2;
    MPI_Request request[2];
    if (begin() == 0) {
        int flag;
        a = b = 0;
        MPI_Irecv(&a, 1, MPI_INT, 1, 0, WORLD, &request[0]);
        MPI_Irecv(&b, 1, MPI_INT, 1, 0, WORLD, &request[1]);
        MPI_Testall(2, request, &flag, ALL);
        assert(flag == (request[0] == MPI_REQUEST_NULL));
        assert(flag == (request[1] == MPI_REQUEST_NULL));
        MPI_Waitall(2, request, ALL);
        assert(a == 1 && b == 2);
    } else {
        MPI_Send(&a, 1, MPI_INT, 0, 0, WORLD);
        MPI_Send(&b, 1, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
