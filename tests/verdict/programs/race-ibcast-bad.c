/* mazurka: -n 2 => local-race: rank 0: writes to the buffer of MPI_Ibcast */
/* What MPI_Ibcast sends is changed by the root. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int x = rank;
    MPI_Request q;
    (void)rank;
    MPI_Ibcast(&x, 1, MPI_INT, 0, WORLD, &q);
    if (rank == 0)
        *(volatile int *)&x = 7;
    MPI_Wait(&q, IGNORE);
    return end();
}
