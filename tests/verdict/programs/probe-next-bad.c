/* mazurka: -n 2 => assertion */
/* When the first message has been received, the second need not have come, though it was
 * sent at the same time. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        int flag;
        MPI_Probe(1, 0, WORLD, IGNORE);
        hear(1, 0);
        MPI_Iprobe(1, 0, WORLD, &flag, IGNORE);
        hear(1, 0);
        assert(flag);
    } else {
        tell(0, 0);
        tell(0, 0);
    }
    return end();
}
