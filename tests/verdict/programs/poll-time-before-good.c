/* mazurka: -n 2 => verified */
/* holds for: virtual time */
/* The same, but nobody looks at the clock after the loop. */
#include "truth.h"

int main(void)
{
    int there = 0;
    if (begin() == 0) {
        assert(MPI_Wtime() > 0);
        while (!there) {
            usleep(100000);
            MPI_Iprobe(1, 1, WORLD, &there, IGNORE);
        }
        hear(1, 1);
    } else {
        tell(0, 1);
    }
    return end();
}
