/* mazurka: -n 2 => file-race|assertion|unsupported */
/* A gather does not make rank 1 wait for its root, rank 0. */
#include "truth.h"

int main(void)
{
    int all[2], rank = begin();
    if (rank == 0)
        close(open("data.txt", O_CREAT | O_WRONLY, 0600));
    MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, 0, WORLD);
    if (rank == 1)
        assert(access("data.txt", F_OK) == 0);
    return end();
}
