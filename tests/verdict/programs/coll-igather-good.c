/* mazurka: -n 3 => verified */
/* A nonblocking gather is complete at the root when everybody has started it. */
#include "leave.h"

static void collective(int rank)
{
    int all[3];
    MPI_Request request;
    MPI_Igather(&rank, 1, MPI_INT, all, 1, MPI_INT, 0, WORLD, &request);
    MPI_Wait(&request, IGNORE);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
