/* mazurka: -n 2 => verified */
/* A recursion that needs 4 MB fits into the usual stack of 8 MB. */
#include "truth.h"

static int deep(int n)
{
    volatile char here[1024];
    here[0] = 1;
    return n == 0 ? 0 : deep(n - 1) + here[0];
}

int main(void)
{
    begin();
    assert(deep(3900) == 3900);
    return end();
}
