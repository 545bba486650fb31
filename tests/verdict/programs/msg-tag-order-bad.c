/* mazurka: -n 2 => deadlock|potential-deadlock */
/* The messages are received in the other order than they are sent: without buffers, the
 * first send waits. */
#include "truth.h"

int main(void)
{
    static int a[LEN], b[LEN];
    if (begin() == 0) {
        MPI_Send(a, LEN, MPI_INT, 1, 1, WORLD);
        MPI_Send(b, LEN, MPI_INT, 1, 2, WORLD);
    } else {
        MPI_Recv(b, LEN, MPI_INT, 0, 2, WORLD, IGNORE);
        MPI_Recv(a, LEN, MPI_INT, 0, 1, WORLD, IGNORE);
    }
    return end();
}
