/* mazurka: -n 2 => local-race */
/* MPI_Bcast of a buffer that is being received. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int x = 1;
    MPI_Request q;
    if (rank == 0) {
        MPI_Irecv(&x, 1, MPI_INT, 1, 0, WORLD, &q);
        MPI_Bcast(&x, 1, MPI_INT, 0, WORLD);
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Bcast(&x, 1, MPI_INT, 0, WORLD);
        MPI_Isend(&x, 1, MPI_INT, 0, 0, WORLD, &q);
        MPI_Wait(&q, IGNORE);
    }
    return end();
}
