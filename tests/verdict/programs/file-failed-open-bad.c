/* mazurka: -n 2 => file-race|assertion */
/* Rank 1 uses a default if there is no file yet; rank 0 makes one. */
#include "truth.h"

int main(void)
{
    int fd, x = 1;
    if (begin() == 0) {
        fd = open("new.txt", O_CREAT | O_WRONLY, 0600);
        close(fd);
    } else {
        fd = open("new.txt", O_RDONLY);
        if (fd < 0)
            x = 0;
        assert(x == 0);
    }
    return end();
}
