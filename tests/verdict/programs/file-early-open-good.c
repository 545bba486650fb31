/* mazurka: -n 2 => verified|unsupported */
/* file: data.txt abc */
/* Rank 1 has opened the file before rank 0 writes, and reads after it: it sees what was
 * written. */
#include "truth.h"

int main(void)
{
    char c;
    int rank = begin(), fd = open("data.txt", O_RDWR);
    if (rank == 0)
        assert(pwrite(fd, "x", 1, 0) == 1);
    MPI_Barrier(WORLD);
    assert(pread(fd, &c, 1, 0) == 1 && c == 'x');
    return end();
}
