/* mazurka: -n 2 => deadlock|communicator-mismatch|unmatched-message */
/* A message on the parent is not received on the duplicate. */
#include "truth.h"

int main(void)
{
    int a = 0, rank = begin();
    MPI_Comm copy;
    MPI_Comm_dup(WORLD, &copy);
    if (rank == 0)
        MPI_Send(&a, 1, MPI_INT, 1, 0, WORLD);
    else
        MPI_Recv(&a, 1, MPI_INT, 0, 0, copy, IGNORE);
    MPI_Comm_free(&copy);
    return end();
}
