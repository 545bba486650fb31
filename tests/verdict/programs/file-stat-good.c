/* mazurka: -n 2 => verified */
/* file: data.txt abc */
/* The file has its new length when rank 0 has said so. */
#include "truth.h"

int main(void)
{
    struct stat info;
    if (begin() == 0) {
        int fd = open("data.txt", O_WRONLY | O_APPEND);
        assert(write(fd, "def", 3) == 3);
        tell(1, 0);
    } else {
        hear(0, 0);
        assert(stat("data.txt", &info) == 0 && info.st_size == 6);
    }
    return end();
}
