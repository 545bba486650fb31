/* mazurka: -n 3 => verified */
/* The heap is as it was at first, in every outcome. */
#include "again.h"

static void look_and_change(void)
{
    static char *block;
    assert(!block);
    block = calloc(1, 3 << 20);
    for (int i = 0; i < 3 << 20; i++)
        assert(block[i] == 0);
    memset(block, 1, 3 << 20);
    free(block);
    block = calloc(1, 3 << 20);
    assert(block[12345] == 0);
}

int main(void)
{
    return again(look_and_change);
}
