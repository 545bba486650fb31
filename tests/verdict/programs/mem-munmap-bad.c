/* mazurka: -n 1 => crash|unsupported */
/* Memory that was unmapped cannot be read. */
#include "truth.h"

int main(void)
{
    volatile char *page =
        mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    begin();
    page[4096] = 1;
    munmap((void *)page, 1 << 20);
    page[0] = page[4096];
    return end();
}
