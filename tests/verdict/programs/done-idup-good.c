/* mazurka: -n 2 => verified */
/* The duplicate can be used when its request is complete. */
#include "truth.h"

int main(void)
{
    int flag = 0, rank = begin();
    MPI_Comm copy;
    MPI_Request request;
    MPI_Comm_idup(WORLD, &copy, &request);
    while (!flag)
        MPI_Test(&request, &flag, IGNORE);
    if (rank == 0)
        MPI_Send(&rank, 1, MPI_INT, 1, 0, copy);
    else
        MPI_Recv(&flag, 1, MPI_INT, 0, 0, copy, IGNORE);
    MPI_Comm_free(&copy);
    return end();
}
