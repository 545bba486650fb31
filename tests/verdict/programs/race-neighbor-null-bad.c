/* mazurka: -n 2 => local-race */
/* The block from the neighbour that there is must not be read. */
#include "truth.h"

int main(void)
{
    int rank = begin(), dims = 2, periods = 0, in[2] = {-1, -1};
    MPI_Comm line;
    MPI_Request q;
    MPI_Cart_create(WORLD, 1, &dims, &periods, 0, &line);
    MPI_Ineighbor_allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, line, &q);
    *(volatile int *)&in[!rank];
    MPI_Wait(&q, IGNORE);
    MPI_Comm_free(&line);
    return end();
}
