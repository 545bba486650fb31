/* mazurka: -n 2 => verified */
/* MPI_Pack of what is being sent. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int x = 1, at = 0;
    char to[64];
    MPI_Request q;
    if (rank == 0) {
        MPI_Isend(&x, 1, MPI_INT, 1, 0, WORLD, &q);
        MPI_Pack(&x, 1, MPI_INT, to, 64, &at, WORLD);
        hear(1, 0);
        MPI_Wait(&q, IGNORE);
    } else {
        tell(0, 0);
        MPI_Recv(&x, 1, MPI_INT, 0, MPI_ANY_TAG, WORLD, IGNORE);
        (void)to, (void)at, (void)q;
    }
    return end();
}
