/* mazurka: -n 1 => verified|unsupported */
/* Writing to /dev/full fails with ENOSPC. */
#include "truth.h"

int main(void)
{
    begin();
    int fd = open("/dev/full", O_WRONLY);
    assert(fd >= 0 && write(fd, "x", 1) == -1 && errno == ENOSPC);
    return end();
}
