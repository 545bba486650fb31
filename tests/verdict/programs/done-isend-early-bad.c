/* mazurka: -n 2 => assertion */
/* A standard send may be buffered, and then is complete before its receive is posted.
 * MPICH: if short. */
#include "truth.h"

int main(void)
{
    int a = 0, flag;
    if (begin() == 0) {
        MPI_Request request;
        MPI_Isend(&a, 1, MPI_INT, 1, 0, WORLD, &request);
        MPI_Test(&request, &flag, IGNORE);
        assert(!flag);
        tell(1, 1);
        MPI_Wait(&request, IGNORE);
    } else {
        hear(0, 1);
        hear(0, 0);
    }
    return end();
}
