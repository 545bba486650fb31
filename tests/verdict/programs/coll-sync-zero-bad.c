/* mazurka: -n 2 => deadlock|potential-deadlock */
/* A collective that moves nothing need not make anybody wait, but it may: then this
 * hangs. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        MPI_Allreduce(NULL, NULL, 0, MPI_INT, MPI_SUM, WORLD);
        tell(1, 0);
    } else {
        hear(0, 0);
        MPI_Allreduce(NULL, NULL, 0, MPI_INT, MPI_SUM, WORLD);
    }
    return end();
}
