/* mazurka: -n 2 => verified|unsupported */
/* A file of 3 GiB that is nothing but a hole. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    if (!rank) {
        int fd = open("hole", O_CREAT | O_RDWR, 0600);
        char last;
        assert(!ftruncate(fd, (off_t)3 << 30) && pread(fd, &last, 1, 2000000000) == 1);
        unlink("hole");
    }
    return end();
}
