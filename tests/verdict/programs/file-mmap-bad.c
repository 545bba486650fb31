/* mazurka: -n 2 => file-race|assertion|unsupported */
/* file: data.txt abc */
/* Rank 1 looks at the file through memory while rank 0 writes. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        int fd = open("data.txt", O_WRONLY);
        assert(write(fd, "x", 1) == 1);
    } else {
        int fd = open("data.txt", O_RDONLY);
        char *text = mmap(NULL, 3, PROT_READ, MAP_SHARED, fd, 0);
        assert(text != MAP_FAILED && text[0] == 'a');
    }
    return end();
}
