/* mazurka: -n 2 => verified */
/* Who gets data from the root comes behind what the root did before. */
#include "truth.h"

int main(void)
{
    int x = 0, rank = begin();
    if (rank == 0)
        close(open("data.txt", O_CREAT | O_WRONLY, 0600));
    MPI_Bcast(&x, 1, MPI_INT, 0, WORLD);
    if (rank == 1)
        assert(access("data.txt", F_OK) == 0);
    return end();
}
