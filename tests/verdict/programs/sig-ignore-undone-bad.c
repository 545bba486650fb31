/* mazurka: -n 1 => finding|unsupported */
/* The signal is no longer ignored when it is raised. */
#include "truth.h"

int main(void)
{
    begin();
    signal(SIGTERM, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    raise(SIGTERM);
    return end();
}
