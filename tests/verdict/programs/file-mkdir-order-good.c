/* mazurka: -n 3 => verified */
/* Rank 0 makes it; the others find it there, and it can be made once more when it is gone. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    if (rank == 0)
        assert(!mkdir("out", 0755));
    MPI_Barrier(WORLD);
    assert(mkdir("out", 0755) == -1 && errno == EEXIST);
    MPI_Barrier(WORLD);
    if (rank == 1)
        assert(!rmdir("out"));
    MPI_Barrier(WORLD);
    if (rank == 2)
        assert(!mkdir("out", 0755));
    return end();
}
