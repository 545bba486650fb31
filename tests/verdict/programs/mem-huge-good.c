/* mazurka: -n 1 => verified|unsupported */
/* A large block of which little is used. */
#include "truth.h"

int main(void)
{
    begin();
    char *block = malloc((size_t)14 << 30);
    assert(block);
    block[(size_t)13 << 30] = 1;
    free(block);
    return end();
}
