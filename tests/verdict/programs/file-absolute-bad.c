/* mazurka: -n 2 => file-race|assertion|unsupported */
/* file: data.txt abc */
/* A file has an absolute name, too. */
#include "truth.h"

int main(void)
{
    char c, path[4096];
    if (begin() == 0) {
        int fd = open("data.txt", O_WRONLY);
        assert(write(fd, "x", 1) == 1);
    } else {
        assert(getcwd(path, 4000));
        int fd = open(strcat(path, "/data.txt"), O_RDONLY);
        assert(read(fd, &c, 1) == 1 && c == 'a');
    }
    return end();
}
