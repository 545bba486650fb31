/* mazurka: -n 3 => verified */
/* A nonblocking scatter is complete when the block of the root is there. */
#include "leave.h"

static void collective(int rank)
{
    int all[3] = {0};
    MPI_Request request;
    MPI_Iscatter(all, 1, MPI_INT, &rank, 1, MPI_INT, 1, WORLD, &request);
    MPI_Wait(&request, IGNORE);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
