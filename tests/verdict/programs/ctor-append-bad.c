/* mazurka: -n 2 => assertion|unsupported|file-race */
/* Both ranks have run their constructors: two bytes. */
#include "truth.h"

__attribute__((constructor)) static void before_main(void)
{
    int fd = open("data.txt", O_CREAT | O_APPEND | O_WRONLY, 0600);
    if (write(fd, "a", 1) == 1)
        close(fd);
}

int main(void)
{
    struct stat info;
    begin();
    MPI_Barrier(WORLD);
    assert(stat("data.txt", &info) == 0 && info.st_size == 1);
    return end();
}
