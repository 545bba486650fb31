/* mazurka: -n 2 => deadlock */
/* A synchronous send to itself waits for a receive that comes later. */
#include "truth.h"

int main(void)
{
    int rank = begin(), x;
    if (rank == 1) {
        MPI_Ssend(&rank, 1, MPI_INT, 1, 0, WORLD);
        MPI_Recv(&x, 1, MPI_INT, 1, 0, WORLD, IGNORE);
    }
    return end();
}
