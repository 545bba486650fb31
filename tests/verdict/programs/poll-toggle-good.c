/* mazurka: -n 2 => verified|incomplete */
/* The loop changes something in every round, and changes it back in the next. */
#include "truth.h"

int main(void)
{
    int flag = 0, odd = 0;
    if (begin() == 0) {
        while (MPI_Iprobe(1, 0, WORLD, &flag, IGNORE), !flag)
            odd = !odd;
        hear(1, 0);
        assert(odd == 0 || odd == 1);
    } else {
        tell(0, 0);
    }
    return end();
}
