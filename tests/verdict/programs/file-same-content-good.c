/* mazurka: -n 2 => verified|unsupported */
/* Rank 0 writes twice; rank 1 reads between, ordered by messages. */
#include "truth.h"

int main(void)
{
    char c = 0;
    int rank = begin(), fd = open("data.txt", O_CREAT | O_RDWR, 0600);
    if (rank == 0) {
        assert(pwrite(fd, "a", 1, 0) == 1);
        tell(1, 0);
        hear(1, 0);
        assert(pwrite(fd, "b", 1, 0) == 1);
        tell(1, 0);
    } else {
        hear(0, 0);
        assert(pread(fd, &c, 1, 0) == 1 && c == 'a');
        tell(0, 0);
        hear(0, 0);
        assert(pread(fd, &c, 1, 0) == 1 && c == 'b');
    }
    return end();
}
