/* mazurka: -n 2 => verified */
/* Large blocks that are allocated, freed and allocated again; calloc's are zero. */
#include "truth.h"

int main(void)
{
    begin();
    for (int i = 0; i < 5; i++) {
        char *block = calloc(1, 4 << 20);
        assert(block[0] == 0 && block[(4 << 20) - 1] == 0);
        memset(block, 1, 4 << 20);
        MPI_Barrier(WORLD);
        free(block);
    }
    return end();
}
