/* mazurka: -n 2 => verified */
/* cc: -lm -frounding-math */
/* The flags of floating-point exceptions belong to the rank that raised them. */
#include "truth.h"
#include <fenv.h>

int main(void)
{
    int rank = begin();
    volatile double one = 1, zero = 0, x;
    feclearexcept(FE_ALL_EXCEPT);
    MPI_Barrier(WORLD);
    if (rank == 0)
        x = one / zero;
    (void)x;
    MPI_Barrier(WORLD);
    assert(!fetestexcept(FE_DIVBYZERO) == (rank == 1));
    return end();
}
