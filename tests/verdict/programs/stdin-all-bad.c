/* mazurka: -n 2 => finding|unsupported */
/* stdin: 42\n */
/* Only rank 0 gets the input, as with mpirun; nothing promises it to rank 1. */
#include "truth.h"

int main(void)
{
    int x = 0;
    begin();
    assert(scanf("%d", &x) == 1 && x == 42);
    return end();
}
