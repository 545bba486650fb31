/* mazurka: -n 3 => verified|unsupported */
/* The mask of signals is as it was at first, in every outcome. */
#include "again.h"

static void look_and_change(void)
{
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    sigprocmask(SIG_BLOCK, &set, &old);
    assert(!sigismember(&old, SIGUSR2));
}

int main(void)
{
    return again(look_and_change);
}
