/* mazurka: -n 1 => verified */
/* A descriptor that is not open gives EBADF; closing twice too. */
#include "truth.h"

int main(void)
{
    char c;
    begin();
    int fd = open("/dev/null", O_RDONLY);
    assert(fd >= 0 && read(fd, &c, 1) == 0 && close(fd) == 0);
    assert(read(fd, &c, 1) == -1 && errno == EBADF);
    assert(close(fd) == -1 && errno == EBADF);
    return end();
}
