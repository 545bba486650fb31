/* mazurka: -n 1 => verified */
/* Nobody has so much memory, and the program is told. */
#include "truth.h"

int main(void)
{
    begin();
    assert(!malloc((size_t)1 << 55) && errno == ENOMEM);
    assert(!calloc((size_t)1 << 40, (size_t)1 << 40));
    return end();
}
