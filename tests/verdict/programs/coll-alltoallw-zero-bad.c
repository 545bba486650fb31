/* mazurka: -n 3 => assertion */
/* Rank 0 sends a block to rank 1, and nothing comes back: rank 0 need not wait. */
#include "leave.h"

static void collective(int rank)
{
    int in[3] = {0}, out[3], at[3] = {0, 4, 8}, zero[3] = {0};
    int to1[3] = {0, 1, 0}, from0[3] = {1, 0, 0};
    MPI_Datatype type[3] = {MPI_INT, MPI_INT, MPI_INT};
    MPI_Alltoallw(in, rank == 0 ? to1 : zero, at, type, out, rank == 1 ? from0 : zero, at,
                  type, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
