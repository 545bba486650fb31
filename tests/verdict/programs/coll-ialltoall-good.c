/* mazurka: -n 3 => verified */
/* Everybody gets a block from everybody. */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    int in[3] = {0}, out[3];
    MPI_Request request;
    MPI_Ialltoall(in, 1, MPI_INT, out, 1, MPI_INT, WORLD, &request);
    MPI_Wait(&request, IGNORE);
}

int main(void)
{
    return leave(1, 2, 0, collective);
}
