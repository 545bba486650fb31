/* mazurka: -n 3 => assertion */
/* A nonblocking scan at rank 1 needs nothing from rank 2. */
#include "leave.h"

static void collective(int rank)
{
    int sum;
    MPI_Request request;
    MPI_Iscan(&rank, &sum, 1, MPI_INT, MPI_SUM, WORLD, &request);
    MPI_Wait(&request, IGNORE);
}

int main(void)
{
    return leave(1, 2, 0, collective);
}
