/* mazurka: -n 3 => deadlock|potential-deadlock */
/* All send before they receive: without buffers nobody gets further. MPICH: hangs if
 * long. */
#include "truth.h"

int main(void)
{
    static int a[LEN], b[LEN];
    int rank = begin();
    MPI_Send(a, LEN, MPI_INT, (rank + 1) % 3, 0, WORLD);
    MPI_Recv(b, LEN, MPI_INT, (rank + 2) % 3, 0, WORLD, IGNORE);
    return end();
}
