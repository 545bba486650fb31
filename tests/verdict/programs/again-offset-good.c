/* mazurka: -n 3 => verified */
/* file: input.txt abc */
/* The position in an open file is as it was at first, in every outcome. */
#include "again.h"

static void look_and_change(void)
{
    static int fd;
    char c;
    fd = fd ? fd : open("input.txt", O_RDONLY);
    assert(read(fd, &c, 1) == 1 && c == 'a');
}

int main(void)
{
    return again(look_and_change);
}
