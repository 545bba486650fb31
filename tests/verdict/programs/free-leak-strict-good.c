/* mazurka: -n 2 --strict => verified */
/* Nothing to warn of. */
#include "truth.h"

int main(void)
{
    if (begin() == 0)
        tell(1, 0);
    else
        hear(0, 0);
    return end();
}
