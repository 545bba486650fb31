/* mazurka: -n 2 => file-race|assertion|unsupported */
/* file: data.txt abc */
/* Both have the file open before the barrier; the writing and the reading come behind it.
 */
#include "truth.h"

int main(void)
{
    char c;
    int rank = begin(), fd = open("data.txt", O_RDWR);
    MPI_Barrier(WORLD);
    if (rank == 0)
        assert(pwrite(fd, "x", 1, 0) == 1);
    else
        assert(pread(fd, &c, 1, 0) == 1 && c == 'a');
    return end();
}
