/* mazurka: -n 2 => verified|unsupported */
/* Rank 0 writes a file, gives it its name, and says so. */
#include "truth.h"

int main(void)
{
    char c;
    if (begin() == 0) {
        int fd = open("data.tmp", O_CREAT | O_WRONLY, 0600);
        assert(write(fd, "x", 1) == 1 && close(fd) == 0);
        assert(rename("data.tmp", "data.txt") == 0);
        tell(1, 0);
    } else {
        hear(0, 0);
        int fd = open("data.txt", O_RDONLY);
        assert(fd >= 0 && read(fd, &c, 1) == 1 && c == 'x');
        assert(access("data.tmp", F_OK) == -1);
    }
    return end();
}
