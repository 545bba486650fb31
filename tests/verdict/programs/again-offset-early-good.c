/* mazurka: -n 3 => verified */
/* file: input.txt abc */
/* A file that was opened before the outcomes part: its position is the same in all of
 * them. */
#include "again.h"

static int fd;

__attribute__((constructor)) static void before_main(void)
{
    fd = open("input.txt", O_RDONLY);
}

static void look_and_change(void)
{
    char c;
    assert(read(fd, &c, 1) == 1 && c == 'a');
}

int main(void)
{
    return again(look_and_change);
}
