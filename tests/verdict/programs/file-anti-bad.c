/* mazurka: -n 2 => file-race|assertion|unsupported */
/* file: data.txt a */
/* Rank 1 has said that it will read, not that it has read, before rank 0 writes. */
#include "truth.h"

int main(void)
{
    char c = 0;
    int rank = begin(), fd = open("data.txt", O_RDWR);
    if (rank == 0) {
        hear(1, 0);
        assert(pwrite(fd, "b", 1, 0) == 1);
    } else {
        tell(0, 0);
        assert(pread(fd, &c, 1, 0) == 1 && c == 'a');
    }
    return end();
}
