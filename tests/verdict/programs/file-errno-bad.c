/* mazurka: -n 2 => assertion|unsupported */
/* What would be on another file system cannot be renamed to here. */
#include "truth.h"

int main(void)
{
    if (begin() == 0)
        assert(rename("/dev/null", "null") == 0);
    return end();
}
