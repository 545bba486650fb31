/* mazurka: -n 2 => assertion|local-race */
/* The barrier says that the message was sent; whether the freed receive is complete
 * cannot be known. */
#include "truth.h"

int main(void)
{
    static int a[LEN];
    MPI_Request request;
    if (begin() == 0) {
        MPI_Irecv(a, LEN, MPI_INT, 1, 0, WORLD, &request);
        MPI_Request_free(&request);
        MPI_Barrier(WORLD);
        assert(a[0] == 1);
    } else {
        a[0] = 1;
        MPI_Isend(a, LEN, MPI_INT, 0, 0, WORLD, &request);
        MPI_Barrier(WORLD);
        MPI_Wait(&request, IGNORE);
    }
    return end();
}
