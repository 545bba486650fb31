/* mazurka: -n 1 => verified|unsupported */
/* file: input.txt hello\n */
/* A read of far more bytes than there are gets what is there. */
#include "truth.h"

int main(void)
{
    static char text[100];
    begin();
    int fd = open("input.txt", O_RDONLY);
    assert(fd >= 0 && read(fd, text, (size_t)1 << 40) == 6);
    assert(strcmp(text, "hello\n") == 0);
    return end();
}
