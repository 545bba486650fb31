/* mazurka: -n 1 => assertion|unsupported */
/* open returns the lowest descriptor that is free. */
#include "truth.h"

int main(void)
{
    begin();
    close(1);
    assert(open("out.txt", O_CREAT | O_RDWR, 0600) > 2);
    return end();
}
