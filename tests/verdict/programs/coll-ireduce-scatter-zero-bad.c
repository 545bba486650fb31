/* mazurka: -n 3 => assertion */
/* Rank 0 gets nothing of the result, so it need not wait. */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    int in[2] = {0}, out, counts[3] = {0, 1, 1};
    MPI_Request request;
    MPI_Ireduce_scatter(in, &out, counts, MPI_INT, MPI_SUM, WORLD, &request);
    MPI_Wait(&request, IGNORE);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
