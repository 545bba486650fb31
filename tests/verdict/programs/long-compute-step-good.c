/* mazurka: -n 2 --step-time 1s => verified|incomplete */
/* A long computation is not non-termination, even if it is longer than what the tool
 * waits for. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    volatile unsigned long n = 0;
    if (rank == 1)
        while (n < 400000000)
            n++;
    MPI_Barrier(WORLD);
    return end();
}
