/* mazurka: -n 3 => verified|unsupported */
/* file: input.txt abc */
/* What one outcome appends to a file is not in it in the next. */
#include "again.h"

static void look_and_change(void)
{
    struct stat info;
    int fd = open("input.txt", O_WRONLY | O_APPEND);
    assert(fstat(fd, &info) == 0 && info.st_size == 3);
    assert(write(fd, "def", 3) == 3 && fstat(fd, &info) == 0 && info.st_size == 6);
}

int main(void)
{
    return again(look_and_change);
}
