/* mazurka: -n 2 => verified */
/* The same, a few thousand times. */
#include "truth.h"

static volatile int seen;

static void count(int sig)
{
    (void)sig;
    seen++;
}

int main(void)
{
    begin();
    signal(SIGUSR1, count);
    while (seen < 3000)
        raise(SIGUSR1);
    return end();
}
