/* mazurka: -n 3 => verified */
/* A synchronous send that is complete has been matched: the message of rank 2 is the
 * second. */
#include "truth.h"

int main(void)
{
    int word = 0, rank = begin();
    if (rank == 0) {
        MPI_Ssend(&word, 1, MPI_INT, 1, 0, WORLD);
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
