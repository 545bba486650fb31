/* mazurka: -n 3 => verified */
/* The root of a nonblocking reduction needs what everybody gives. */
#include "leave.h"

static void collective(int rank)
{
    int sum;
    MPI_Request request;
    MPI_Ireduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, WORLD, &request);
    MPI_Wait(&request, IGNORE);
}

int main(void)
{
    return leave(0, 2, 1, collective);
}
