/* mazurka: -n 3 => verified */
/* Everybody gets a part of the result, so everybody waits for all. */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    int in[3] = {0}, out;
    MPI_Reduce_scatter_block(in, &out, 1, MPI_INT, MPI_SUM, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
