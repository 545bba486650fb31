/* mazurka: -n 2 => verified|unsupported */
/* cc: -lm -frounding-math */
/* Rank 1 has asked for a trap; rank 0 has not, and divides by zero. */
#include "truth.h"
#include <fenv.h>

int main(void)
{
    volatile double one = 1, zero = 0, x = 0;
    int rank = begin();
    if (rank == 1)
        feenableexcept(FE_DIVBYZERO);
    MPI_Barrier(WORLD);
    if (rank == 0)
        x = one / zero;
    MPI_Barrier(WORLD);
    assert(rank == 1 || isinf(x));
    return end();
}
