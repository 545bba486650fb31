/* mazurka: -n 2 => file-race|assertion|unsupported */
/* After chdir, another name means the same file. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    if (rank == 0)
        assert(mkdir("box", 0700) == 0);
    MPI_Barrier(WORLD);
    if (rank == 0)
        close(open("box/data.txt", O_CREAT | O_WRONLY, 0600));
    else
        assert(chdir("box") == 0 && access("data.txt", F_OK) == -1);
    return end();
}
