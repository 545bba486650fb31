/* mazurka: -n 3 => assertion */
/* Rank 1 sends to 2 before it sends to 0, which then sends to 2: this may still overtake.
 */
#include "truth.h"

int main(void)
{
    int rank = begin(), x;
    if (rank == 0) {
        hear(1, 0);
        MPI_Send(&rank, 1, MPI_INT, 2, 0, WORLD);
    } else if (rank == 1) {
        MPI_Request request;
        MPI_Isend(&rank, 1, MPI_INT, 2, 0, WORLD, &request);
        tell(0, 0);
        MPI_Wait(&request, IGNORE);
    } else {
        MPI_Recv(&x, 1, MPI_INT, ANY, 0, WORLD, IGNORE);
        hear(ANY, 0);
        assert(x == 1);
    }
    return end();
}
