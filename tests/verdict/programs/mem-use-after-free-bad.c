/* mazurka: -n 1 => crash|finding|unsupported */
/* A block of 4 MB is given back to the system when it is freed: writing to it then
 * crashes. */
#include "truth.h"

int main(void)
{
    volatile char *block = malloc(4 << 20);
    begin();
    block[1 << 20] = 1;
    free((void *)block);
    block[1 << 20] = 2;
    return end();
}
