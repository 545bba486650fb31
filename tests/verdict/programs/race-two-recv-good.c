/* mazurka: -n 2 => verified */
/* Two variables. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int x[2];
    MPI_Request q[2];
    if (rank == 0) {
        MPI_Irecv(x, 1, MPI_INT, 1, 0, WORLD, &q[0]);
        MPI_Irecv(x + 1, 1, MPI_INT, 1, 0, WORLD, &q[1]);
        MPI_Waitall(2, q, ALL);
    } else {
        tell(0, 0);
        tell(0, 0);
    }
    return end();
}
