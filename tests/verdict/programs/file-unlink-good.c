/* mazurka: -n 2 => verified|unsupported */
/* file: data.txt abc */
/* Rank 0 removes the file when rank 1 has opened it; what is open can still be read. */
#include "truth.h"

int main(void)
{
    char c;
    if (begin() == 0) {
        hear(1, 0);
        assert(unlink("data.txt") == 0);
        tell(1, 0);
    } else {
        int fd = open("data.txt", O_RDONLY);
        tell(0, 0);
        hear(0, 0);
        assert(access("data.txt", F_OK) == -1 && read(fd, &c, 1) == 1 && c == 'a');
    }
    return end();
}
