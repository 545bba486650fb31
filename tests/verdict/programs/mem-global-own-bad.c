/* mazurka: -n 2 => assertion */
/* Rank 0 hopes to see what rank 1 wrote into its own variable. */
#include "truth.h"

static int global;

int main(void)
{
    if (begin() == 1)
        global = 1;
    MPI_Barrier(WORLD);
    assert(global == 1);
    return end();
}
