/* mazurka: -n 2 => call-mismatch|deadlock|operator-mismatch|root-mismatch */
/* Collectives on one communicator must be called in the same order by all. */
#include "truth.h"

int main(void)
{
    int x = 0, rank = begin();
    if (rank == 0) {
        MPI_Bcast(&x, 1, MPI_INT, 0, WORLD);
        MPI_Barrier(WORLD);
    } else {
        MPI_Barrier(WORLD);
        MPI_Bcast(&x, 1, MPI_INT, 0, WORLD);
    }
    return end();
}
