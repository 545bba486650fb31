/* mazurka: -n 2 => file-race|assertion|unsupported */
/* file: data.txt abc */
/* openat with a directory's descriptor is a way to the same file. */
#include "truth.h"

int main(void)
{
    char c;
    if (begin() == 0) {
        int fd = open("data.txt", O_WRONLY);
        assert(write(fd, "x", 1) == 1);
    } else {
        int here = open(".", O_RDONLY | O_DIRECTORY),
            fd = openat(here, "data.txt", O_RDONLY);
        assert(fd >= 0 && read(fd, &c, 1) == 1 && c == 'a');
    }
    return end();
}
