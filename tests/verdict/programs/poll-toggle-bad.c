/* mazurka: -n 2 => assertion|incomplete */
/* The loop may have had an even number of rounds, or an odd one. */
#include "truth.h"

int main(void)
{
    int flag = 0, odd = 0;
    if (begin() == 0) {
        while (MPI_Iprobe(1, 0, WORLD, &flag, IGNORE), !flag)
            odd = !odd;
        hear(1, 0);
        assert(!odd);
    } else {
        tell(0, 0);
    }
    return end();
}
