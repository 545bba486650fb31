/* mazurka: -n 2 => verified */
/* A receive that is posted takes the first message; a probe behind it can only see the
 * second. */
#include "truth.h"

int main(void)
{
    int a = 1, b = 22;
    if (begin() == 0) {
        MPI_Request request;
        MPI_Status status;
        int got, count, two[2];
        MPI_Irecv(&got, 1, MPI_INT, 1, 0, WORLD, &request);
        MPI_Probe(1, 0, WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        assert(count == 2);
        MPI_Recv(two, 2, MPI_INT, 1, 0, WORLD, IGNORE);
        MPI_Wait(&request, IGNORE);
        assert(got == 1);
    } else {
        int two[2] = {b, b};
        MPI_Send(&a, 1, MPI_INT, 0, 0, WORLD);
        MPI_Send(two, 2, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
