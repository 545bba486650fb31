/* mazurka: -n 2 => verified */
/* Whether one of three looks has seen the message or not, it is received. */
#include "truth.h"

int main(void)
{
    int flag = 0;
    if (begin() == 0) {
        for (int i = 0; i < 3 && !flag; i++)
            MPI_Iprobe(1, 0, WORLD, &flag, IGNORE);
        hear(1, 0);
    } else {
        tell(0, 0);
    }
    return end();
}
