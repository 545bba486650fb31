/* mazurka: -n 2 => assertion|incomplete */
/* A computation of about a second, and then a wrong result. */
#include "truth.h"

int main(void)
{
    volatile unsigned long n = 0;
    begin();
    while (n < 200000000)
        n++;
    assert(n == 0);
    return end();
}
