/* mazurka: -n 3 => assertion */
/* On a ring, rank 0 gives rank 1 a block of no elements: rank 1 need not wait. */
#include "leave.h"

static MPI_Comm ring;

static void collective(int rank)
{
    int in, none = 0;
    MPI_Aint at = 0;
    MPI_Datatype type = MPI_INT;
    MPI_Request request;
    MPI_Ineighbor_alltoallw(&rank, &none, &at, &type, &in, &none, &at, &type, ring,
                            &request);
    MPI_Wait(&request, IGNORE);
}

int main(void)
{
    int rank = begin(), from = (rank + 2) % 3, to = (rank + 1) % 3;
    MPI_Dist_graph_create_adjacent(WORLD, 1, &from, MPI_UNWEIGHTED, 1, &to,
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &ring);
    meet(rank, 1, 0, 2, collective);
    MPI_Comm_free(&ring);
    return end();
}
