/* mazurka: -n 2 --uninitialised => verified+uninitialised */
/* mazurka: -n 2 => verified!any */
/* A flag in memory from malloc, which was never set, decides which tag a message has. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    volatile int *flag = malloc(100 * sizeof *flag);
    flag[0] = 1;
    if (rank == 0)
        tell(1, flag[50] ? 1 : 2);
    else
        hear(0, MPI_ANY_TAG);
    free((void *)flag);
    return end();
}
