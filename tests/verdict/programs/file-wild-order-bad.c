/* mazurka: -n 3 => file-race|assertion|unsupported */
/* The message that rank 0 takes may be that of rank 1, and then nothing orders it behind
 * rank 2's writing. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    if (rank == 0) {
        hear(ANY, 0);
        assert(access("data.txt", F_OK) == 0);
        hear(ANY, 0);
    } else {
        if (rank == 2)
            close(open("data.txt", O_CREAT | O_WRONLY, 0600));
        tell(0, 0);
    }
    return end();
}
