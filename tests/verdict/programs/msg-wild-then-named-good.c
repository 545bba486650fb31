/* mazurka: -n 3 => verified */
/* The receive from rank 1 comes first. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        hear(1, 0);
        hear(ANY, 0);
    } else {
        tell(0, 0);
    }
    return end();
}
