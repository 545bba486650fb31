/* mazurka: -n 1 => assertion|unsupported */
/* A signal that is blocked is not delivered. */
#include "truth.h"

static volatile sig_atomic_t caught;

static void handler(int number)
{
    caught = number;
}

int main(void)
{
    sigset_t set;
    begin();
    signal(SIGUSR1, handler);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR1);
    assert(caught);
    return end();
}
