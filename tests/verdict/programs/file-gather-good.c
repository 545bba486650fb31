/* mazurka: -n 2 => verified */
/* The root of a gather waits for rank 1, which has written. */
#include "truth.h"

int main(void)
{
    int all[2], rank = begin();
    if (rank == 1)
        close(open("data.txt", O_CREAT | O_WRONLY, 0600));
    MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, 0, WORLD);
    if (rank == 0)
        assert(access("data.txt", F_OK) == 0);
    return end();
}
