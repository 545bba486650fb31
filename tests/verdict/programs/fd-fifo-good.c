/* mazurka: -n 1 => verified|unsupported */
/* Opening a FIFO for writing without waiting fails if nobody reads it. */
#include "truth.h"

int main(void)
{
    begin();
    assert(mkfifo("pipe", 0600) == 0);
    assert(open("pipe", O_WRONLY | O_NONBLOCK) == -1 && errno == ENXIO);
    return end();
}
