/* mazurka: -n 2 --step-time 1 => non-termination|unsupported */
/* A rank does nothing but send signals to itself. */
#include "truth.h"

static void nothing(int sig)
{
    (void)sig;
}

int main(void)
{
    int rank = begin();
    signal(SIGUSR1, nothing);
    while (rank == 1)
        raise(SIGUSR1);
    return end();
}
