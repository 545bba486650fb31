/* mazurka: -n 1 => assertion|unsupported */
/* file: input.txt abcdef */
/* A duplicate shares its position with the original. */
#include "truth.h"

int main(void)
{
    char c, d;
    begin();
    int a = open("input.txt", O_RDONLY), b = dup(a);
    assert(read(a, &c, 1) == 1 && read(b, &d, 1) == 1);
    assert(c == d);
    return end();
}
