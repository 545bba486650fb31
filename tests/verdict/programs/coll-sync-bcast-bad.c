/* mazurka: -n 2 => deadlock|potential-deadlock */
/* A broadcast may make the root wait for the others; then rank 1 waits for a message that
 * rank 0 sends later. MPICH: hangs if long. */
#include "truth.h"

int main(void)
{
    static int a[LEN];
    if (begin() == 0) {
        MPI_Bcast(a, LEN, MPI_INT, 0, WORLD);
        tell(1, 0);
    } else {
        hear(0, 0);
        MPI_Bcast(a, LEN, MPI_INT, 0, WORLD);
    }
    return end();
}
