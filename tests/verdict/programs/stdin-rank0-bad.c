/* mazurka: -n 2 => assertion */
/* stdin: 42\n */
/* The input is 42. */
#include "truth.h"

int main(void)
{
    int x = 0;
    if (begin() == 0)
        assert(scanf("%d", &x) == 1);
    MPI_Bcast(&x, 1, MPI_INT, 0, WORLD);
    assert(x == 41);
    return end();
}
