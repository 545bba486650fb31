/* mazurka: -n 2 => file-race|assertion */
/* Rank 1 hopes to look before rank 0 has made the file. */
#include "truth.h"

int main(void)
{
    if (begin() == 0)
        close(open("data.txt", O_CREAT | O_WRONLY, 0600));
    else
        assert(access("data.txt", F_OK) == -1);
    return end();
}
