/* mazurka: -n 2 => verified */
/* link: soft file-text-busy-good */
/* A program that is running cannot be written, by whatever name. It can be removed. */
#include "truth.h"

int main(int argc, char **argv)
{
    int rank = begin();
    (void)argc;
    assert(open(argv[0], O_WRONLY) == -1 && errno == ETXTBSY);
    assert(open("soft", O_RDWR | O_APPEND) == -1 && errno == ETXTBSY);
    assert(open(argv[0], O_RDONLY | O_TRUNC) == -1 && errno == ETXTBSY);
    assert(truncate(argv[0], 0) == -1 && errno == ETXTBSY);
    assert(open(argv[0], O_RDONLY) >= 0);
    MPI_Barrier(WORLD);
    if (rank == 0)
        assert(unlink(argv[0]) == 0 && open(argv[0], O_CREAT | O_WRONLY, 0700) >= 0);
    return end();
}
