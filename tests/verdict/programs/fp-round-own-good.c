/* mazurka: -n 2 => verified */
/* cc: -lm -frounding-math */
/* How a rank rounds is its own affair, and stays so over calls of MPI. */
#include "truth.h"
#include <fenv.h>

int main(void)
{
    int rank = begin();
    volatile double one = 1, three = 3;
    double near = one / three;
    if (rank == 0)
        fesetround(FE_UPWARD);
    MPI_Barrier(WORLD);
    assert(fegetround() == (rank == 0 ? FE_UPWARD : FE_TONEAREST));
    double now = one / three;
    assert(rank == 0 ? now > near : now == near);
    return end();
}
