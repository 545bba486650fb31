/* mazurka: -n 3 => assertion */
/* Rank 0 gets nothing, so it need not wait for the root, rank 1. */
#include "leave.h"

static void collective(int rank)
{
    int all[3] = {0}, mine, counts[3] = {0, 1, 1}, at[3] = {0, 1, 2};
    MPI_Request request;
    MPI_Iscatterv(all, counts, at, MPI_INT, &mine, counts[rank], MPI_INT, 1, WORLD,
                  &request);
    MPI_Wait(&request, IGNORE);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
