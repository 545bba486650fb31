/* mazurka: -n 3 => verified */
/* The messages from rank 0 to 1 and from 1 to 2 order the writing before the reading. */
#include "truth.h"

int main(void)
{
    char text[10] = "";
    int rank = begin();
    if (rank == 0) {
        int fd = open("data.txt", O_CREAT | O_WRONLY, 0600);
        assert(write(fd, "abc", 3) == 3);
        tell(1, 0);
    } else if (rank == 1) {
        hear(0, 0);
        tell(2, 0);
    } else {
        hear(1, 0);
        int fd = open("data.txt", O_RDONLY);
        assert(fd >= 0 && read(fd, text, 9) == 3 && strcmp(text, "abc") == 0);
    }
    return end();
}
