/* mazurka: -n 1 => crash|unsupported */
/* The heap's end was moved back: what is behind it cannot be written. */
#include "truth.h"

int main(void)
{
    begin();
    volatile char *block = sbrk(1 << 20);
    block[(1 << 20) - 1] = 1;
    sbrk(-(1 << 20));
    block[(1 << 20) - 1] = 2;
    return end();
}
