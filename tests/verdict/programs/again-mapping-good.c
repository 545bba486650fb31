/* mazurka: -n 3 => verified|unsupported */
/* Mapped memory is as it was at first, in every outcome. */
#include "again.h"

static void look_and_change(void)
{
    static char *page;
    assert(!page);
    page =
        mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(page != MAP_FAILED && page[5000] == 0);
    memset(page, 1, 1 << 20);
    assert(munmap(page, 8192) == 0);
}

int main(void)
{
    return again(look_and_change);
}
