/* mazurka: -n 2 --step-time 1 => non-termination|unsupported */
/* The handler returns to the instruction that has failed, which fails again, for ever. */
#include "truth.h"

static void nothing(int sig)
{
    (void)sig;
}

int main(void)
{
    int rank = begin();
    signal(SIGSEGV, nothing);
    if (rank == 1)
        *(volatile int *)NULL = 1;
    return end();
}
