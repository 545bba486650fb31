/* mazurka: -n 2 => file-race|assertion|unsupported */
/* Every rank empties the file before main and writes to it: another rank may do so while
 * this one reads. */
#include "truth.h"

__attribute__((constructor)) static void before_main(void)
{
    int fd = open("data.txt", O_CREAT | O_TRUNC | O_WRONLY, 0600);
    if (write(fd, "abc", 3) == 3)
        close(fd);
}

int main(void)
{
    struct stat info;
    assert(stat("data.txt", &info) == 0 && info.st_size == 3);
    begin();
    return end();
}
