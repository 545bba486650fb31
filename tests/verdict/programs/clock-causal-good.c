/* mazurka: -n 2 => verified */
/* Both ranks are on one machine with one clock: a message is not received before it is
 * sent. */
#include "truth.h"

int main(void)
{
    struct timespec sent, now;
    if (begin() == 0) {
        usleep(5000);
        clock_gettime(CLOCK_MONOTONIC, &sent);
        MPI_Send(&sent, sizeof sent, MPI_BYTE, 1, 0, WORLD);
    } else {
        MPI_Recv(&sent, sizeof sent, MPI_BYTE, 0, 0, WORLD, IGNORE);
        clock_gettime(CLOCK_MONOTONIC, &now);
        assert(now.tv_sec > sent.tv_sec ||
               (now.tv_sec == sent.tv_sec && now.tv_nsec >= sent.tv_nsec));
    }
    return end();
}
