/* mazurka: -n 2 => unmatched-message|potential-deadlock|deadlock */
/* Nobody receives the message. */
#include "truth.h"

int main(void)
{
    if (begin() == 0)
        tell(1, 0);
    return end();
}
