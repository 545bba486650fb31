/* mazurka: -n 2 => verified|unsupported */
/* file: data.txt abc */
/* A file that nobody writes can be looked at through memory. */
#include "truth.h"

int main(void)
{
    begin();
    int fd = open("data.txt", O_RDONLY);
    char *text = mmap(NULL, 3, PROT_READ, MAP_PRIVATE, fd, 0);
    assert(text != MAP_FAILED && memcmp(text, "abc", 3) == 0);
    return end();
}
