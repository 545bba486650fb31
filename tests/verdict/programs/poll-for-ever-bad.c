/* mazurka: -n 2 => finding */
/* Nobody sends: the loop has no end. */
#include "truth.h"

int main(void)
{
    int flag = 0;
    if (begin() == 0)
        while (!flag)
            MPI_Iprobe(1, 0, WORLD, &flag, IGNORE);
    return end();
}
