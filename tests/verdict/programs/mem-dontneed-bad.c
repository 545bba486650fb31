/* mazurka: -n 1 => assertion|unsupported */
/* MADV_DONTNEED drops private anonymous pages: they are zero when they are read again. */
#include "truth.h"

int main(void)
{
    char *page =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    begin();
    page[0] = 1;
    madvise(page, 4096, MADV_DONTNEED);
    assert(page[0] == 1);
    return end();
}
