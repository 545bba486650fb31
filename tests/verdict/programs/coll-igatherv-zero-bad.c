/* mazurka: -n 3 => assertion */
/* Rank 1 gives nothing, so the root need not wait for it. */
#include "leave.h"

static void collective(int rank)
{
    int all[3], counts[3] = {1, 0, 1}, at[3] = {0, 1, 2};
    MPI_Request request;
    MPI_Igatherv(&rank, counts[rank], MPI_INT, all, counts, at, MPI_INT, 0, WORLD,
                 &request);
    MPI_Wait(&request, IGNORE);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
