/* mazurka: -n 3 => verified|unsupported */
/* Signal handlers are as they were at first, in every outcome. */
#include "again.h"

static void look_and_change(void)
{
    assert(signal(SIGUSR2, SIG_IGN) == SIG_DFL);
    assert(raise(SIGUSR2) == 0);
}

int main(void)
{
    return again(look_and_change);
}
