/* mazurka: -n 2 => file-race|assertion|unsupported */
/* file: data.tmp x */
/* Rank 1 may look before the file has its name. */
#include "truth.h"

int main(void)
{
    if (begin() == 0)
        assert(rename("data.tmp", "data.txt") == 0);
    else
        assert(open("data.txt", O_RDONLY) >= 0);
    return end();
}
