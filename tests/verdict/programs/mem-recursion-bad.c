/* mazurka: -n 1 => crash|non-termination|incomplete|unsupported */
/* A recursion without end has no stack that is large enough. */
#include "truth.h"

static int deeper(volatile int *from)
{
    volatile int here[256];
    here[0] = *from + 1;
    return deeper(here) + here[0];
}

int main(void)
{
    volatile int x = 0;
    begin();
    x = deeper(&x);
    return end();
}
