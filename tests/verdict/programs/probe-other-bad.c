/* mazurka: -n 3 => assertion */
/* That a probe has seen a message of one rank says nothing about the message of the
 * other. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        MPI_Status status;
        int flag;
        MPI_Probe(ANY, 0, WORLD, &status);
        MPI_Iprobe(3 - status.MPI_SOURCE, 0, WORLD, &flag, IGNORE);
        assert(flag);
        hear(1, 0);
        hear(2, 0);
    } else {
        tell(0, 0);
    }
    return end();
}
