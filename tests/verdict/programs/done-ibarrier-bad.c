/* mazurka: -n 2 => assertion */
/* Everybody has started the barrier when the message comes, but a test of it may still be
 * false. */
#include "truth.h"

int main(void)
{
    MPI_Request request;
    int flag, rank = begin();
    MPI_Ibarrier(WORLD, &request);
    if (rank == 0) {
        hear(1, 0);
        MPI_Test(&request, &flag, IGNORE);
        MPI_Wait(&request, IGNORE);
        assert(flag);
    } else {
        tell(0, 0);
        MPI_Wait(&request, IGNORE);
    }
    return end();
}
