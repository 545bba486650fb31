/* mazurka: -n 3 => verified */
/* A gather to rank 2 and then a broadcast from it: together, a barrier. */
#include "leave.h"

static void collective(int rank)
{
    int all[3];
    MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, 2, WORLD);
    MPI_Bcast(all, 3, MPI_INT, 2, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
