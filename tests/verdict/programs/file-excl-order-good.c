/* mazurka: -n 2 => verified */
/* One makes the lock file, and then the other one wants to: it is there. */
#include "truth.h"

int main(void)
{
    int rank = begin(), won = 0;
    for (int turn = 0; turn < 2; turn++) {
        if (turn == rank)
            won = open("lock", O_CREAT | O_EXCL | O_RDWR, 0600) >= 0;
        MPI_Barrier(WORLD);
    }
    assert(won == !rank);
    MPI_Barrier(WORLD);
    if (won)
        unlink("lock");
    return end();
}
