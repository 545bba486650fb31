/* mazurka: -n 3 => assertion */
/* A nonblocking gather may be complete at once for all but the root. */
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
    return leave(2, 1, 0, collective);
}
