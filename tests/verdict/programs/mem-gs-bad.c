/* mazurka: -n 2 => crash */
/* cc: -mfsgsbase */
/* Rank 0 sets %gs; rank 1 uses it as if it were its own, and reads from address 64. */
#include "truth.h"
#include <stdbool.h>
#include <asm/hwcap2.h>
#include <sys/auxv.h>

static int there[64];

int main(void)
{
    int rank = begin(), value = 0;
    bool can = getauxval(AT_HWCAP2) & HWCAP2_FSGSBASE;
    if (rank == 0 && can)
        __asm__ volatile("wrgsbase %0" : : "r"(there));
    MPI_Barrier(WORLD);
    if (rank == 1 && can)
        __asm__ volatile("movl %%gs:64, %0" : "=r"(value));
    else if (rank == 1)
        *(volatile int *)64 = 0;
    MPI_Barrier(WORLD);
    return end() + value;
}
