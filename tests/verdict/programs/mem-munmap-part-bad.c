/* mazurka: -n 1 => crash|unsupported */
/* One page in the middle was unmapped. */
#include "truth.h"

int main(void)
{
    volatile char *page =
        mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    begin();
    munmap((void *)(page + 4096), 4096);
    page[0] = page[2 * 4096] = 1;
    page[4096] = 1;
    return end();
}
