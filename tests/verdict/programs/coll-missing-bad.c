/* mazurka: -n 3 => finding */
/* Rank 2 does not take part in the broadcast, which is wrong even if nobody has to wait
 * for it. */
#include "truth.h"

int main(void)
{
    int x = 0;
    if (begin() != 2)
        MPI_Bcast(&x, 1, MPI_INT, 0, WORLD);
    return end();
}
