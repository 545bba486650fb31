/* mazurka: -n 3 => verified */
/* A scan at rank 1 needs what rank 0 gives. */
#include "leave.h"

static void collective(int rank)
{
    int sum;
    MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, WORLD);
}

int main(void)
{
    return leave(1, 0, 2, collective);
}
