/* mazurka: -n 2 => local-race */
/* A block that MPI_Ialltoall sends is changed. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int give[2] = {1, 2}, take[2];
    MPI_Request q;
    (void)rank;
    MPI_Ialltoall(give, 1, MPI_INT, take, 1, MPI_INT, WORLD, &q);
    if (rank == 1)
        *(volatile int *)&give[0] = 9;
    MPI_Wait(&q, IGNORE);
    return end();
}
