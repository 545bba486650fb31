/* mazurka: -n 1 => finding|unsupported|incomplete */
/* Opening a FIFO for reading waits for a writer, and there is none. */
#include "truth.h"

int main(void)
{
    begin();
    mkfifo("pipe", 0600);
    open("pipe", O_RDONLY);
    return end();
}
