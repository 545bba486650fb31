/* mazurka: -n 2 => assertion */
/* A standard send need not be buffered, so that a test right after it may be false.
 * MPICH: fails if long. */
#include "truth.h"

int main(void)
{
    static int a[LEN];
    if (begin() == 0) {
        MPI_Request request;
        int flag;
        MPI_Isend(a, LEN, MPI_INT, 1, 0, WORLD, &request);
        MPI_Test(&request, &flag, IGNORE);
        if (!flag)
            MPI_Wait(&request, IGNORE);
        assert(flag);
    } else {
        MPI_Recv(a, LEN, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    return end();
}
