/* mazurka: -n 2 => crash|unsupported */
/* A page that is protected against writing cannot be written, also if it is part of the
 * heap. */
#include "truth.h"

int main(void)
{
    char *page = aligned_alloc(4096, 8192);
    begin();
    page[0] = 1;
    mprotect(page, 4096, PROT_READ);
    page[0] = 2;
    return end();
}
