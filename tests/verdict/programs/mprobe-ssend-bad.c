/* mazurka: -n 2 => deadlock */
/* A synchronous send that is matched by Mprobe completes when the Mrecv starts, which
 * waits for rank 0 here. */
#include "truth.h"

int main(void)
{
    static int a[LEN];
    if (begin() == 0) {
        MPI_Ssend(a, LEN, MPI_INT, 1, 0, WORLD);
        tell(1, 1);
    } else {
        MPI_Message message;
        MPI_Mprobe(0, 0, WORLD, &message, IGNORE);
        hear(0, 1);
        MPI_Mrecv(a, LEN, MPI_INT, &message, IGNORE);
    }
    return end();
}
