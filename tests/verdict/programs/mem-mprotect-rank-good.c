/* mazurka: -n 3 => verified|unsupported */
/* Rank 0 protects its page; that of rank 1, at the same address or not, stays writable,
 * in every outcome. */
#include "truth.h"

int main(void)
{
    char *page =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int rank = begin();
    if (rank == 0) {
        hear(ANY, 0);
        mprotect(page, 4096, PROT_READ);
        hear(ANY, 0);
    } else {
        tell(0, 0);
        page[0] = 1;
    }
    MPI_Barrier(WORLD);
    if (rank != 0)
        page[0] = 2;
    return end();
}
