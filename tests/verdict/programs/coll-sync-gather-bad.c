/* mazurka: -n 2 => deadlock|potential-deadlock */
/* A gather may make those who give wait for the root, which here waits for what they send
 * next. */
#include "truth.h"

int main(void)
{
    static int a[LEN], all[2 * LEN];
    if (begin() == 1) {
        MPI_Gather(a, LEN, MPI_INT, all, LEN, MPI_INT, 0, WORLD);
        tell(0, 0);
    } else {
        hear(1, 0);
        MPI_Gather(a, LEN, MPI_INT, all, LEN, MPI_INT, 0, WORLD);
    }
    return end();
}
