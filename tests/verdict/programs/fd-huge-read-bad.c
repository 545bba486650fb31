/* mazurka: -n 1 => assertion|unsupported */
/* file: input.txt hello\n */
/* No buffer has 2^63-1 bytes: Linux says EFAULT, and reads nothing. */
#include "truth.h"

int main(void)
{
    static char text[100];
    begin();
    int fd = open("input.txt", O_RDONLY);
    assert(read(fd, text, SSIZE_MAX) == 6);
    return end();
}
