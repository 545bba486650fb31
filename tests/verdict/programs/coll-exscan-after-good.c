/* mazurka: -n 3 => verified */
/* An exclusive scan at rank 2 needs what rank 1 gives. */
#include "leave.h"

static void collective(int rank)
{
    int sum;
    MPI_Exscan(&rank, &sum, 1, MPI_INT, MPI_SUM, WORLD);
}

int main(void)
{
    return leave(2, 1, 0, collective);
}
