/* mazurka: -n 3 => assertion */
/* Who is not the root of a gather needs nothing, not even from the root. */
#include "leave.h"

static void collective(int rank)
{
    int all[3];
    MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, 1, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
