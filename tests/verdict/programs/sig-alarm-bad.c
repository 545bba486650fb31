/* mazurka: -n 1 => finding|unsupported|incomplete */
/* SIGALRM ends the process that waits for it. */
#include "truth.h"

int main(void)
{
    begin();
    alarm(1);
    pause();
    return end();
}
