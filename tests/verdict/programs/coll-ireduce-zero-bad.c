/* mazurka: -n 3 => assertion */
/* A nonblocking reduction of nothing: the root need not wait. */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    MPI_Request request;
    MPI_Ireduce(NULL, NULL, 0, MPI_INT, MPI_SUM, 0, WORLD, &request);
    MPI_Wait(&request, IGNORE);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
