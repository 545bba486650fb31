/* mazurka: -n 3 => assertion */
/* An exchange of nothing: nobody need wait. */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    MPI_Alltoall(NULL, 0, MPI_INT, NULL, 0, MPI_INT, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
