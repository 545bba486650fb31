/* mazurka: -n 1 => verified|unsupported */
/* A file that was removed can still be used by who has it open; its name is free. */
#include "truth.h"

int main(void)
{
    char c = 'x';
    begin();
    int fd = open("data.txt", O_CREAT | O_RDWR, 0600);
    assert(unlink("data.txt") == 0 && access("data.txt", F_OK) == -1);
    assert(write(fd, &c, 1) == 1 && pread(fd, &c, 1, 0) == 1 && c == 'x');
    assert(open("data.txt", O_RDONLY) == -1 && errno == ENOENT);
    return end();
}
