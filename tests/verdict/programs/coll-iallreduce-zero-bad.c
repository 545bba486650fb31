/* mazurka: -n 3 => assertion */
/* A nonblocking reduction of nothing: nobody need wait. */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    MPI_Request request;
    MPI_Iallreduce(NULL, NULL, 0, MPI_INT, MPI_SUM, WORLD, &request);
    MPI_Wait(&request, IGNORE);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
