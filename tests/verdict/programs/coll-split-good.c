/* mazurka: -n 3 => verified */
/* What everybody passes to a split is part of everybody's result: it joins all. */
#include "leave.h"

static void collective(int rank)
{
    MPI_Comm part;
    MPI_Comm_split(WORLD, rank, 0, &part);
    MPI_Comm_free(&part);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
