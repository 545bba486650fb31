/* mazurka: -n 2 => root-mismatch|deadlock */
/* All ranks must name the same root. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    MPI_Bcast(&rank, 1, MPI_INT, rank, WORLD);
    return end();
}
