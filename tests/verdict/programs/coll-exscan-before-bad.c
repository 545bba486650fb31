/* mazurka: -n 3 => assertion */
/* An exclusive scan at rank 1 needs nothing from rank 2. */
#include "leave.h"

static void collective(int rank)
{
    int sum;
    MPI_Exscan(&rank, &sum, 1, MPI_INT, MPI_SUM, WORLD);
}

int main(void)
{
    return leave(1, 2, 0, collective);
}
