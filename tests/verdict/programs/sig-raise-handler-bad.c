/* mazurka: -n 2 => assertion|unsupported */
/* raise returns after the handler has run, so the flag is set. */
#include "truth.h"

static volatile sig_atomic_t caught;

static void handler(int number)
{
    caught = number;
}

int main(void)
{
    begin();
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    assert(!caught);
    return end();
}
