/* mazurka: -n 2 => verified|unsupported */
/* file: data.txt abc */
/* link: link.txt data.txt */
/* Rank 1 reads through a symbolic link what rank 0 has written before. */
#include "truth.h"

int main(void)
{
    char c;
    if (begin() == 0) {
        int fd = open("data.txt", O_WRONLY);
        assert(write(fd, "x", 1) == 1);
        tell(1, 0);
    } else {
        hear(0, 0);
        int fd = open("link.txt", O_RDONLY);
        assert(read(fd, &c, 1) == 1 && c == 'x');
    }
    return end();
}
