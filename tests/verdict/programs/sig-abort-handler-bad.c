/* mazurka: -n 1 => finding|unsupported */
/* abort ends the process although the handler returns. */
#include "truth.h"

static void handler(int number)
{
    (void)number;
}

int main(void)
{
    begin();
    signal(SIGABRT, handler);
    abort();
}
