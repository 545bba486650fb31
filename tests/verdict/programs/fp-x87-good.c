/* mazurka: -n 2 => verified */
/* The control word of the x87 belongs to the rank: rank 0 computes with single precision,
 * rank 1 does not. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    unsigned short word = 0x007f, now; /* all masked, 24 bits */
    volatile long double one = 1, three = 3;
    long double full = one / three;
    if (rank == 0)
        __asm__ volatile("fldcw %0" : : "m"(word));
    MPI_Barrier(WORLD);
    __asm__ volatile("fnstcw %0" : "=m"(now));
    assert(((now & 0x0300) == 0) == (rank == 0));
    assert((one / three == full) == (rank == 1));
    return end();
}
