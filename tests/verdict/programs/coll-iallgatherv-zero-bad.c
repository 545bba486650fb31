/* mazurka: -n 3 => assertion */
/* Rank 1 gives nothing, so nobody need wait for it, nonblocking or not. */
#include "leave.h"

static void collective(int rank)
{
    int all[3], counts[3] = {1, 0, 1}, at[3] = {0, 1, 2};
    MPI_Request request;
    MPI_Iallgatherv(&rank, counts[rank], MPI_INT, all, counts, at, MPI_INT, WORLD,
                    &request);
    MPI_Wait(&request, IGNORE);
}

int main(void)
{
    return leave(2, 1, 0, collective);
}
