/* mazurka: -n 2 => file-race|assertion */
/* Whether the file is there when rank 1 looks is open. */
#include "truth.h"

int main(void)
{
    if (begin() == 0)
        close(open("data.txt", O_CREAT | O_WRONLY, 0600));
    else
        assert(access("data.txt", F_OK) == 0);
    return end();
}
