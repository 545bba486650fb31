/* mazurka: -n 2 => crash */
/* Rank 1 calls MPI with full x87 registers, which does no harm, and then jumps nowhere. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    if (rank == 1)
        __asm__ volatile("fldz\n fldz\n fldz\n fldz\n fldz\n fldz\n fldz\n fldz");
    MPI_Barrier(WORLD);
    if (rank == 1)
        *(volatile int *)8 = 0;
    return end();
}
