/* mazurka: -n 1 => verified */
/* Nobody has so much memory, and the program is told. */
#include "truth.h"

int main(void)
{
    begin();
    void *volatile p = malloc((size_t)1 << 55); /* a compiler may take it that malloc() succeeds */
    assert(!p && errno == ENOMEM);
    p = calloc((size_t)1 << 40, (size_t)1 << 40);
    assert(!p);
    return end();
}
