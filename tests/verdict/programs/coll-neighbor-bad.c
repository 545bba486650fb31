/* mazurka: -n 3 => assertion */
/* On a ring, rank 0 gives to rank 1, and need not wait for it. */
#include "leave.h"

static MPI_Comm ring;

static void collective(int rank)
{
    int in;
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, &in, 1, MPI_INT, ring);
}

int main(void)
{
    int rank = begin(), from = (rank + 2) % 3, to = (rank + 1) % 3;
    MPI_Dist_graph_create_adjacent(WORLD, 1, &from, MPI_UNWEIGHTED, 1, &to,
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &ring);
    meet(rank, 0, 1, 2, collective);
    MPI_Comm_free(&ring);
    return end();
}
