/* mazurka: -n 2 => verified|unsupported */
/* What is mapped again is zero, and the pages around what was unmapped keep their
 * content. */
#include "truth.h"

int main(void)
{
    char *page =
        mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    begin();
    memset(page, 7, 3 * 4096);
    assert(munmap(page + 4096, 4096) == 0);
    MPI_Barrier(WORLD);
    assert(page[0] == 7 && page[2 * 4096] == 7);
    char *again = mmap(page + 4096, 4096, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    assert(again == page + 4096 && again[0] == 0);
    return end();
}
