/* mazurka: -n 3 => assertion */
/* A scan at rank 0 needs nobody else. */
#include "leave.h"

static void collective(int rank)
{
    int sum;
    MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
