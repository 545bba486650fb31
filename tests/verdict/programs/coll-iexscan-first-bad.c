/* mazurka: -n 3 => assertion */
/* An exclusive scan at rank 0 needs nobody. */
#include "leave.h"

static void collective(int rank)
{
    int sum;
    MPI_Request request;
    MPI_Iexscan(&rank, &sum, 1, MPI_INT, MPI_SUM, WORLD, &request);
    MPI_Wait(&request, IGNORE);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
