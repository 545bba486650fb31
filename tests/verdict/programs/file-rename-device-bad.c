/* mazurka: -n 1 => assertion */
/* A file cannot be renamed into another file system. */
#include "truth.h"

int main(void)
{
    begin();
    int fd = open("/dev/shm/mazurka-rename", O_CREAT | O_WRONLY, 0600);
    close(fd);
    int failed = rename("/dev/shm/mazurka-rename", "here");
    unlink("/dev/shm/mazurka-rename");
    assert(!failed);
    return end();
}
