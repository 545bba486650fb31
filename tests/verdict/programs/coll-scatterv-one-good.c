/* mazurka: -n 3 => verified */
/* Rank 0 alone gets something, so it waits for the root, rank 1. */
#include "leave.h"

static void collective(int rank)
{
    int all[3] = {0}, mine, counts[3] = {1, 0, 0}, at[3] = {0, 1, 2};
    MPI_Scatterv(all, counts, at, MPI_INT, &mine, counts[rank], MPI_INT, 1, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
