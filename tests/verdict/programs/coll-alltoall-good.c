/* mazurka: -n 3 => verified */
/* Everybody gets a block from everybody. */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    int in[3] = {0}, out[3];
    MPI_Alltoall(in, 1, MPI_INT, out, 1, MPI_INT, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
