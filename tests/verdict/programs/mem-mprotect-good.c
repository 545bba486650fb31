/* mazurka: -n 2 => verified|unsupported */
/* A protected page can be read, and written again when the protection is lifted. */
#include "truth.h"

int main(void)
{
    char *page =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    begin();
    page[0] = 1;
    assert(mprotect(page, 4096, PROT_READ) == 0);
    assert(page[0] == 1);
    MPI_Barrier(WORLD);
    assert(mprotect(page, 4096, PROT_READ | PROT_WRITE) == 0);
    page[0] = 2;
    assert(page[0] == 2);
    return end();
}
