/* mazurka: -n 2 => verified */
/* An address that no program can have is EFAULT to a system call, at once, however near it is to the end of all. */
#include "truth.h"
#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
    begin();
    errno = 0;
    assert(syscall(SYS_getcwd, (void *)-100L, 200L) == -1 && errno == EFAULT);
    errno = 0;
    assert(syscall(SYS_clock_gettime, 0L, (void *)-8L) == -1 && errno == EFAULT);
    return end();
}
