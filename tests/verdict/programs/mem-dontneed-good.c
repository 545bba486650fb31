/* mazurka: -n 2 => verified|unsupported */
/* After MADV_DONTNEED the page is zero, and can be written again; its neighbour is as it
 * was. */
#include "truth.h"

int main(void)
{
    char *page =
        mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    begin();
    page[0] = page[4096] = 1;
    assert(madvise(page, 4096, MADV_DONTNEED) == 0);
    MPI_Barrier(WORLD);
    assert(page[0] == 0 && page[4096] == 1);
    page[0] = 2;
    assert(page[0] == 2);
    return end();
}
