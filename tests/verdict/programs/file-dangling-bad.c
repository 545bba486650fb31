/* mazurka: -n 2 => file-race|assertion|unsupported */
/* link: link.txt data.txt */
/* The link points to a file that rank 0 makes. */
#include "truth.h"

int main(void)
{
    if (begin() == 0)
        close(open("data.txt", O_CREAT | O_WRONLY, 0600));
    else
        assert(access("link.txt", F_OK) == -1);
    return end();
}
