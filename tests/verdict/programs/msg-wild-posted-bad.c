/* mazurka: -n 2 => assertion */
/* The receive from any source is posted first, so that it gets the first message, not the
 * one that is named. */
#include "truth.h"

int main(void)
{
    int a = 1, b = 2;
    if (begin() == 0) {
        MPI_Request request;
        MPI_Irecv(&a, 1, MPI_INT, ANY, 0, WORLD, &request);
        MPI_Recv(&b, 1, MPI_INT, 1, 0, WORLD, IGNORE);
        MPI_Wait(&request, IGNORE);
        assert(b == 1);
    } else {
        MPI_Send(&a, 1, MPI_INT, 0, 0, WORLD);
        MPI_Send(&b, 1, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
