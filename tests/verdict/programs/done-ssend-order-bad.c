/* mazurka: -n 3 => assertion */
/* A standard send that is complete may still be in a buffer: the message of rank 2 can be
 * the first. */
#include "truth.h"

int main(void)
{
    int word = 0, rank = begin();
    if (rank == 0) {
        MPI_Send(&word, 1, MPI_INT, 1, 0, WORLD);
        tell(2, 1);
    } else if (rank == 1) {
        MPI_Status status;
        MPI_Recv(&word, 1, MPI_INT, ANY, 0, WORLD, &status);
        hear(ANY, 0);
        assert(status.MPI_SOURCE == 0);
    } else {
        hear(0, 1);
        tell(1, 0);
    }
    return end();
}
