/* mazurka: -n 3 => assertion */
/* The root of a nonblocking broadcast needs nobody. */
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
    return leave(1, 0, 2, collective);
}
