/* mazurka: -n 3 => assertion */
/* A broadcast of nothing moves nothing: nobody need wait for the root. MPICH: returns at
 * once. */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    MPI_Bcast(NULL, 0, MPI_INT, 1, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
