/* mazurka: -n 2 => file-race|assertion|unsupported */
/* file: data.txt abc */
/* Rank 0 removes the file that rank 1 opens. */
#include "truth.h"

int main(void)
{
    if (begin() == 0)
        unlink("data.txt");
    else
        assert(open("data.txt", O_RDONLY) >= 0);
    return end();
}
