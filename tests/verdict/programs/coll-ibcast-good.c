/* mazurka: -n 3 => verified */
/* A nonblocking broadcast is complete when the data of the root are there. */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    MPI_Request request;
    int x = 0;
    MPI_Ibcast(&x, 1, MPI_INT, 1, WORLD, &request);
    MPI_Wait(&request, IGNORE);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
