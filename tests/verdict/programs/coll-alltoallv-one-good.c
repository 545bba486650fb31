/* mazurka: -n 3 => verified */
/* Rank 1 sends a block to rank 0, and nothing else is sent: rank 0 waits for it. */
#include "leave.h"

static void collective(int rank)
{
    int in[3] = {0}, out[3], at[3] = {0, 1, 2}, zero[3] = {0};
    int to0[3] = {1, 0, 0}, from1[3] = {0, 1, 0};
    MPI_Alltoallv(in, rank == 1 ? to0 : zero, at, MPI_INT, out, rank == 0 ? from1 : zero,
                  at, MPI_INT, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
