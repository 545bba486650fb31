/* mazurka: -n 3 => verified */
/* Rank 0 gets a part of the result, so it waits for all; the others get nothing. */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    int in[3] = {0}, out, counts[3] = {1, 0, 0};
    MPI_Reduce_scatter(in, &out, counts, MPI_INT, MPI_SUM, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
