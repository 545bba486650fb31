/* mazurka: -n 2 => file-race|assertion|unsupported */
/* A broadcast of nothing orders nothing. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    if (rank == 0)
        close(open("data.txt", O_CREAT | O_WRONLY, 0600));
    MPI_Bcast(NULL, 0, MPI_INT, 0, WORLD);
    if (rank == 1)
        assert(access("data.txt", F_OK) == 0);
    return end();
}
