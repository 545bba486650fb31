/* mazurka: -n 2 => file-race|assertion */
/* file: data.txt abc */
/* Rank 0 makes the file longer; how long it is when rank 1 looks is open. */
#include "truth.h"

int main(void)
{
    struct stat info;
    if (begin() == 0) {
        int fd = open("data.txt", O_WRONLY | O_APPEND);
        assert(write(fd, "def", 3) == 3);
    } else {
        assert(stat("data.txt", &info) == 0 && info.st_size == 3);
    }
    return end();
}
