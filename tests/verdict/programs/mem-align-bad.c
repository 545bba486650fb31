/* mazurka: -n 1 => crash|assertion|finding|unsupported */
/* malloc promises 16 bytes, also for large blocks: this one does not begin with a page. */
#include "truth.h"

int main(void)
{
    begin();
    char *block = malloc(1 << 20);
    assert(!mprotect(block, 4096, PROT_READ));
    return end();
}
