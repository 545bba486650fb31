/* mazurka: -n 3 => assertion */
/* A broadcast from rank 2 and then a gather to it: no barrier for the others. */
#include "leave.h"

static void collective(int rank)
{
    int all[3] = {0};
    MPI_Bcast(all, 3, MPI_INT, 2, WORLD);
    MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, 2, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
