/* mazurka: -np 64 => deadlock|potential-deadlock */
/* 64 ranks that all send before they receive. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    tell((rank + 1) % 64, 0);
    hear((rank + 63) % 64, 0);
    return end();
}
