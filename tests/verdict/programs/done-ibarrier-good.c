/* mazurka: -n 2 => verified */
/* The barrier cannot be complete before rank 1 has started it, which it does after rank
 * 0's word. */
#include "truth.h"

int main(void)
{
    MPI_Request request;
    int flag = 0, rank = begin();
    if (rank == 0) {
        MPI_Ibarrier(WORLD, &request);
        MPI_Test(&request, &flag, IGNORE);
        assert(!flag);
        tell(1, 0);
        while (!flag)
            MPI_Test(&request, &flag, IGNORE);
    } else {
        hear(0, 0);
        MPI_Ibarrier(WORLD, &request);
        MPI_Wait(&request, IGNORE);
    }
    return end();
}
