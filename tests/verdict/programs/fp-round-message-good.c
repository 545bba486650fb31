/* mazurka: -n 3 => verified */
/* cc: -lm -frounding-math */
/* Each rank has its own way of rounding while messages go to and fro, in every outcome.
 */
#include "truth.h"
#include <fenv.h>

int main(void)
{
    static const int way[3] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    int rank = begin();
    fesetround(way[rank]);
    if (rank == 0) {
        hear(ANY, 0);
        assert(fegetround() == way[rank]);
        hear(ANY, 0);
    } else {
        tell(0, 0);
    }
    assert(fegetround() == way[rank]);
    MPI_Barrier(WORLD);
    assert(fegetround() == way[rank]);
    return end();
}
