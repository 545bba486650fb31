/* mazurka: -n 3 => assertion */
/* A receive from any source behind a probe may get another message than the probe has
 * seen. */
#include "truth.h"

int main(void)
{
    int word, rank = begin();
    if (rank == 0) {
        MPI_Status seen, got;
        MPI_Probe(ANY, 0, WORLD, &seen);
        MPI_Recv(&word, 1, MPI_INT, ANY, 0, WORLD, &got);
        hear(3 - got.MPI_SOURCE, 0);
        assert(seen.MPI_SOURCE == got.MPI_SOURCE);
    } else {
        tell(0, 0);
    }
    return end();
}
