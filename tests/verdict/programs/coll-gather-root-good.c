/* mazurka: -n 3 => verified */
/* The root of a gather needs what everybody gives. */
#include "leave.h"

static void collective(int rank)
{
    int all[3];
    MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, 0, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
