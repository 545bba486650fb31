/* mazurka: -n 1 => verified|unsupported */
/* A signal that is blocked waits until it is not, and is then delivered before
 * sigprocmask returns. */
#include "truth.h"

static volatile sig_atomic_t caught;

static void handler(int number)
{
    caught = number;
}

int main(void)
{
    sigset_t set, pending;
    begin();
    signal(SIGUSR1, handler);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR1);
    sigpending(&pending);
    assert(!caught && sigismember(&pending, SIGUSR1));
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    assert(caught == SIGUSR1);
    return end();
}
