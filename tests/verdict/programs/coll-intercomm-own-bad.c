/* mazurka: -n 3 => assertion */
/* In an allgather between groups a rank gets what the other group gives: ranks 0 and 1 do
 * not wait for each other. */
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
    meet(rank, 0, 1, 2, collective);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
    return end();
}
