/* mazurka: -n 3 => verified */
/* Rank 1 sends a block to rank 0, and nothing else is sent: rank 0 waits for it. */
#include "leave.h"

static void collective(int rank)
{
    int in[3] = {0}, out[3], at[3] = {0, 4, 8}, zero[3] = {0};
    int to0[3] = {1, 0, 0}, from1[3] = {0, 1, 0};
    MPI_Datatype type[3] = {MPI_INT, MPI_INT, MPI_INT};
    MPI_Alltoallw(in, rank == 1 ? to0 : zero, at, type, out, rank == 0 ? from1 : zero, at,
                  type, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
