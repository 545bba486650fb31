/* mazurka: -n 1 => verified */
/* Who asks for a page gets one; large blocks can grow, shrink and be freed. */
#include "truth.h"

int main(void)
{
    begin();
    char *page = aligned_alloc(4096, 1 << 20);
    assert(!mprotect(page, 4096, PROT_READ));
    assert(!mprotect(page, 4096, PROT_READ | PROT_WRITE));
    free(page);
    char *block = malloc(200000);
    memset(block, 7, 200000);
    for (int n = 200000; n < 2000000; n += 100000) {
        block = realloc(block, (size_t)n);
        assert(block[0] == 7 && block[199999] == 7);
    }
    block = realloc(block, 10);
    assert(block[9] == 7);
    free(block);
    return end();
}
