/* mazurka: -n 3 => verified */
/* A nonblocking barrier is complete when all have started it. */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    MPI_Request request;
    MPI_Ibarrier(WORLD, &request);
    MPI_Wait(&request, IGNORE);
}

int main(void)
{
    return leave(2, 0, 1, collective);
}
