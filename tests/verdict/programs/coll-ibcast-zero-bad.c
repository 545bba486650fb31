/* mazurka: -n 3 => assertion */
/* A nonblocking broadcast of nothing: nobody need wait for the root. */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    MPI_Request request;
    MPI_Ibcast(NULL, 0, MPI_INT, 1, WORLD, &request);
    MPI_Wait(&request, IGNORE);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
