/* mazurka: -n 2 => crash|unsupported */
/* cc: -lm -frounding-math */
/* Rank 1 has asked for a trap at divisions by zero, and gets it. */
#include "truth.h"
#include <fenv.h>

int main(void)
{
    volatile double one = 1, zero = 0, x;
    if (begin() == 1)
        feenableexcept(FE_DIVBYZERO);
    MPI_Barrier(WORLD);
    x = one / zero;
    (void)x;
    return end();
}
