/* mazurka: -n 2 => crash */
/* An integer division by zero ends the process. */
#include "truth.h"

int main(void)
{
    volatile int zero = begin();
    assert(10 / (zero - 1) <= 0);
    return end();
}
