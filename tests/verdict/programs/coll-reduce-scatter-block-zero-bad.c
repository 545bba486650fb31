/* mazurka: -n 3 => assertion */
/* A reduction of nothing: nobody need wait. */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    int in, out;
    MPI_Reduce_scatter_block(&in, &out, 0, MPI_INT, MPI_SUM, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
