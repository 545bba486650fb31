/* mazurka: -n 3 => verified */
/* Everybody needs what everybody gives. */
#include "leave.h"

static void collective(int rank)
{
    int all[3];
    MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
