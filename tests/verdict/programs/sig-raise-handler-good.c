/* mazurka: -n 2 => verified|unsupported */
/* raise returns after the handler has run. */
#include "truth.h"

static volatile sig_atomic_t caught;

static void handler(int number)
{
    caught = number;
}

int main(void)
{
    int rank = begin();
    signal(SIGUSR1, handler);
    if (rank == 1)
        raise(SIGUSR1);
    assert(caught == (rank == 1 ? SIGUSR1 : 0));
    return end();
}
