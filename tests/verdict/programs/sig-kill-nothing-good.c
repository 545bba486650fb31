/* mazurka: -n 1 => verified|unsupported */
/* Signal 0 only asks whether the process is there. */
#include "truth.h"

int main(void)
{
    begin();
    assert(kill(getpid(), 0) == 0);
    return end();
}
