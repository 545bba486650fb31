/* mazurka: -n 1 => assertion */
/* stdin: 42\n */
/* There is one number only. */
#include "truth.h"

int main(void)
{
    int x, y;
    begin();
    assert(scanf("%d", &x) == 1);
    assert(scanf("%d", &y) == 1);
    return end();
}
