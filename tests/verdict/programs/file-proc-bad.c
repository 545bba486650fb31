/* mazurka: -n 2 => file-race|assertion|unsupported */
/* file: data.txt abc */
/* /proc/self/cwd is a way to the same file. */
#include "truth.h"

int main(void)
{
    char c;
    if (begin() == 0) {
        int fd = open("data.txt", O_WRONLY);
        assert(write(fd, "x", 1) == 1);
    } else {
        int fd = open("/proc/self/cwd/data.txt", O_RDONLY);
        assert(fd >= 0 && read(fd, &c, 1) == 1 && c == 'a');
    }
    return end();
}
