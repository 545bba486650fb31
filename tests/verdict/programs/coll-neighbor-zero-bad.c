/* mazurka: -n 3 => assertion */
/* Rank 0 is a neighbour of rank 1 on the ring, but gives it a block of no elements:
 * nobody need wait. */
#include "leave.h"

static MPI_Comm ring;

static void collective(int rank)
{
    int in, none = 0, at = 0;
    MPI_Neighbor_alltoallv(&rank, &none, &at, MPI_INT, &in, &none, &at, MPI_INT, ring);
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
