/* mazurka: -n 2 => assertion|unsupported */
/* Whoever makes the lock file first is not always the first rank. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int won = open("lock", O_CREAT | O_EXCL | O_RDWR, 0600) >= 0;
    assert(won == !rank);
    MPI_Barrier(WORLD);
    if (won)
        unlink("lock");
    return end();
}
