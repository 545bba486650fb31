/* mazurka: -n 2 => verified|unsupported */
/* A probe that has seen a message comes behind its send, and behind what was done before
 * it. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        MPI_Probe(1, 0, WORLD, IGNORE);
        assert(access("data.txt", F_OK) == 0);
        hear(1, 0);
    } else {
        close(open("data.txt", O_CREAT | O_WRONLY, 0600));
        tell(0, 0);
    }
    return end();
}
