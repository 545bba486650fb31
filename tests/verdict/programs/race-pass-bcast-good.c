/* mazurka: -n 2 => verified */
/* The root of MPI_Bcast only reads what is being sent as well. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int x = 1;
    MPI_Request q;
    if (rank == 0) {
        MPI_Isend(&x, 1, MPI_INT, 1, 0, WORLD, &q);
        MPI_Bcast(&x, 1, MPI_INT, 0, WORLD);
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Bcast(&x, 1, MPI_INT, 0, WORLD);
        hear(0, 0);
    }
    return end();
}
