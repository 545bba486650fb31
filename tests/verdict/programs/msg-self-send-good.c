/* mazurka: -n 2 => verified */
/* Sendrecv to itself, and an Isend to itself that is received. */
#include "truth.h"

int main(void)
{
    int rank = begin(), x = 0;
    MPI_Request request;
    MPI_Sendrecv(&rank, 1, MPI_INT, rank, 0, &x, 1, MPI_INT, rank, 0, WORLD, IGNORE);
    assert(x == rank);
    MPI_Isend(&rank, 1, MPI_INT, rank, 1, WORLD, &request);
    MPI_Recv(&x, 1, MPI_INT, ANY, 1, WORLD, IGNORE);
    MPI_Wait(&request, IGNORE);
    return end();
}
