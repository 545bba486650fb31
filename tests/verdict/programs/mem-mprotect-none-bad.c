/* mazurka: -n 2 => crash|unsupported */
/* A page that is protected against everything cannot be written. */
#include "truth.h"

int main(void)
{
    char *page =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    begin();
    mprotect(page, 4096, PROT_NONE);
    page[0] = 1;
    return end();
}
