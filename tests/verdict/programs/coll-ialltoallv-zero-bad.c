/* mazurka: -n 3 => assertion */
/* Rank 1 sends a block to rank 2 only: rank 0 need not wait for it. */
#include "leave.h"

static void collective(int rank)
{
    int in[3] = {0}, out[3], at[3] = {0, 1, 2}, zero[3] = {0};
    int to2[3] = {0, 0, 1}, from1[3] = {0, 1, 0};
    MPI_Request request;
    MPI_Ialltoallv(in, rank == 1 ? to2 : zero, at, MPI_INT, out, rank == 2 ? from1 : zero,
                   at, MPI_INT, WORLD, &request);
    MPI_Wait(&request, IGNORE);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
