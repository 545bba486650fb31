/* mazurka: -n 3 => verified */
/* In an allgather between groups rank 2 waits for both of the other group. */
#include "leave.h"

static MPI_Comm both;

static void collective(int rank)
{
    int all[2];
    MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, both);
}

int main(void)
{
    int rank = begin();
    MPI_Comm half;
    MPI_Comm_split(WORLD, rank == 2, 0, &half);
    MPI_Intercomm_create(half, 0, WORLD, rank == 2 ? 0 : 2, 0, &both);
    meet(rank, 2, 1, 0, collective);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
    return end();
}
