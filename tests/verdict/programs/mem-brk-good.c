/* mazurka: -n 2 => verified|unsupported */
/* sbrk returns the old end of the heap, and what it adds is zero and can be written. */
#include "truth.h"

int main(void)
{
    begin();
    char *before = sbrk(0), *block = sbrk(8192);
    assert(block == before && (char *)sbrk(0) == before + 8192);
    for (int i = 0; i < 8192; i++)
        assert(block[i] == 0);
    memset(block, 1, 8192);
    MPI_Barrier(WORLD);
    assert(block[0] == 1);
    return end();
}
