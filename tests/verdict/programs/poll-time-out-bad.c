/* mazurka: -n 2 => assertion|incomplete|unsupported|verified */
/* holds for: time */
/* The loop gives up after a while, and nothing promises that the message comes before. */
#include "truth.h"

int main(void)
{
    int flag = 0;
    if (begin() == 0) {
        double until = MPI_Wtime() + 0.01;
        while (!flag && MPI_Wtime() < until)
            MPI_Iprobe(1, 0, WORLD, &flag, IGNORE);
        hear(1, 0);
        assert(flag);
    } else {
        usleep(5000);
        tell(0, 0);
    }
    return end();
}
