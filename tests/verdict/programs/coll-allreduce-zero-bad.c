/* mazurka: -n 3 => assertion */
/* A reduction of nothing: nobody need wait. */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    MPI_Allreduce(NULL, NULL, 0, MPI_INT, MPI_SUM, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
