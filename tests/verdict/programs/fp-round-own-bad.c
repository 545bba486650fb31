/* mazurka: -n 2 => assertion */
/* cc: -lm -frounding-math */
/* Rank 0 rounds upwards; rank 1 does not. */
#include "truth.h"
#include <fenv.h>

int main(void)
{
    int rank = begin();
    if (rank == 0)
        fesetround(FE_UPWARD);
    MPI_Barrier(WORLD);
    if (rank == 1)
        assert(fegetround() == FE_UPWARD);
    return end();
}
