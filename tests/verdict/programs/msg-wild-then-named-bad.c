/* mazurka: -n 3 => deadlock */
/* The receive from any source may take the message of rank 1, for which the second waits.
 */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        hear(ANY, 0);
        hear(1, 0);
    } else {
        tell(0, 0);
    }
    return end();
}
