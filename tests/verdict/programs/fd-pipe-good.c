/* mazurka: -n 1 => verified|unsupported */
/* What is written to a pipe is read from it. */
#include "truth.h"

int main(void)
{
    int fd[2];
    char c = 0;
    begin();
    assert(pipe(fd) == 0);
    assert(write(fd[1], "x", 1) == 1 && read(fd[0], &c, 1) == 1 && c == 'x');
    close(fd[1]);
    assert(read(fd[0], &c, 1) == 0);
    return end();
}
