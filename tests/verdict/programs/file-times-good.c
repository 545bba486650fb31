/* mazurka: -n 1 => verified */
/* file: input.txt hello */
/* What the program writes is newer than what was there before. */
#include "truth.h"

int main(void)
{
    struct stat old, new;
    begin();
    int fd = open("output.txt", O_CREAT | O_WRONLY, 0600);
    assert(write(fd, "x", 1) == 1 && !close(fd));
    assert(!stat("input.txt", &old) && !stat("output.txt", &new));
    assert(old.st_mtime <= new.st_mtime && old.st_mtime <= time(NULL));
    return end();
}
