/* mazurka: -n 2 => assertion|incomplete */
/* The first failed look is remembered; then nothing changes any more. */
#include "truth.h"

int main(void)
{
    int flag = 0, failed = 0;
    if (begin() == 0) {
        while (MPI_Iprobe(1, 0, WORLD, &flag, IGNORE), !flag)
            failed = 1;
        hear(1, 0);
        assert(!failed);
    } else {
        tell(0, 0);
    }
    return end();
}
