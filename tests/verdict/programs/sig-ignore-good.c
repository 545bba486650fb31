/* mazurka: -n 2 => verified|unsupported */
/* A signal that is ignored does nothing. */
#include "truth.h"

int main(void)
{
    begin();
    signal(SIGTERM, SIG_IGN);
    assert(raise(SIGTERM) == 0);
    assert(signal(SIGTERM, SIG_DFL) == SIG_IGN);
    return end();
}
