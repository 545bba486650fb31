/* mazurka: -n 2 => assertion|incomplete|unsupported|verified */
/* holds for: time */
/* How long a loop waits is open; if time is not followed, the verdict has to say so. */
#include "truth.h"

int main(void)
{
    int flag = 0;
    if (begin() == 0) {
        double before = MPI_Wtime();
        while (MPI_Iprobe(1, 0, WORLD, &flag, IGNORE), !flag)
            usleep(1000);
        hear(1, 0);
        assert(MPI_Wtime() - before < 0.0035);
    } else {
        tell(0, 0);
    }
    return end();
}
