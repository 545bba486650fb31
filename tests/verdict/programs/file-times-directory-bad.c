/* mazurka: -n 1 => assertion */
/* A directory does not keep its time when a file is made in it. */
#include "truth.h"

int main(void)
{
    struct stat before, after;
    begin();
    assert(!mkdir("d", 0700) && !stat("d", &before));
    usleep(20000);
    assert(!close(open("d/f", O_CREAT | O_WRONLY, 0600)) && !stat("d", &after));
    assert(before.st_mtim.tv_sec == after.st_mtim.tv_sec &&
           before.st_mtim.tv_nsec == after.st_mtim.tv_nsec);
    return end();
}
