/* mazurka: -n 2 => verified */
/* A synchronous send cannot be complete before its receive is posted, which waits for
 * rank 0's word. */
#include "truth.h"

int main(void)
{
    int a = 0, flag;
    if (begin() == 0) {
        MPI_Request request;
        MPI_Issend(&a, 1, MPI_INT, 1, 0, WORLD, &request);
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
