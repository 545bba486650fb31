/* mazurka: -n 2 --step-time 2s => non-termination|incomplete */
/* Rank 1 never comes to the barrier: its loop has no end, and its state repeats. */
#include "truth.h"

int main(void)
{
    volatile int go = 0;
    if (begin() == 1)
        while (!go)
            ;
    MPI_Barrier(WORLD);
    return end();
}
