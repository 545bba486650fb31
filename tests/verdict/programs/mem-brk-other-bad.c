/* mazurka: -n 1 => assertion|unsupported */
/* sbrk moves the end of the heap. */
#include "truth.h"

int main(void)
{
    begin();
    char *before = sbrk(0);
    sbrk(4096);
    assert((char *)sbrk(0) == before);
    return end();
}
