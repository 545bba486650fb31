/* mazurka: -n 3 => verified|unsupported */
/* What a page may be used for is as it was at first, in every outcome. */
#include "again.h"

static char page[4096] __attribute__((aligned(4096)));

static void look_and_change(void)
{
    page[0]++;
    assert(page[0] == 1 && mprotect(page, 4096, PROT_READ) == 0);
}

int main(void)
{
    return again(look_and_change);
}
