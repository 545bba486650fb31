/* mazurka: -n 1 => verified|unsupported */
/* O_APPEND writes at the end wherever the position is; ftruncate cuts; what lies behind
 * the end is read as zero. */
#include "truth.h"

int main(void)
{
    char text[10];
    begin();
    int fd = open("data.txt", O_CREAT | O_RDWR | O_APPEND, 0600);
    assert(write(fd, "abc", 3) == 3 && lseek(fd, 0, SEEK_SET) == 0 &&
           write(fd, "d", 1) == 1);
    assert(pread(fd, text, 10, 0) == 4 && memcmp(text, "abcd", 4) == 0);
    assert(ftruncate(fd, 2) == 0 && ftruncate(fd, 6) == 0);
    assert(pread(fd, text, 10, 0) == 6 && memcmp(text, "ab\0\0\0\0", 6) == 0);
    return end();
}
