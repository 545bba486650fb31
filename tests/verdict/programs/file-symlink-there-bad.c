/* mazurka: -n 2 => file-race|assertion|unsupported */
/* file: data.txt abc */
/* link: link.txt data.txt */
/* Rank 1 reads through a symbolic link what rank 0 writes. */
#include "truth.h"

int main(void)
{
    char c;
    if (begin() == 0) {
        int fd = open("data.txt", O_WRONLY);
        assert(write(fd, "x", 1) == 1);
    } else {
        int fd = open("link.txt", O_RDONLY);
        assert(read(fd, &c, 1) == 1 && c == 'a');
    }
    return end();
}
