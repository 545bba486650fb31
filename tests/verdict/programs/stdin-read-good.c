/* mazurka: -n 1 => verified */
/* stdin: abcdef */
/* read returns what is there, and then 0. */
#include "truth.h"

int main(void)
{
    char text[10];
    begin();
    assert(read(0, text, 2) == 2 && memcmp(text, "ab", 2) == 0);
    assert(read(0, text, 10) == 4 && memcmp(text, "cdef", 4) == 0);
    assert(read(0, text, 10) == 0);
    return end();
}
