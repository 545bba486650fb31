/* mazurka: -n 2 => finding|unsupported */
/* SIGTERM ends a process that does nothing about it. */
#include "truth.h"

int main(void)
{
    if (begin() == 1)
        raise(SIGTERM);
    return end();
}
