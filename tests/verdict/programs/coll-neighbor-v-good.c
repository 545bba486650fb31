/* mazurka: -n 3 => verified */
/* On a ring, only rank 0 gives something, to rank 1, which waits for it. */
#include "leave.h"

static MPI_Comm ring;

static void collective(int rank)
{
    int in, gives = rank == 0, gets = rank == 1, at = 0;
    MPI_Neighbor_alltoallv(&rank, &gives, &at, MPI_INT, &in, &gets, &at, MPI_INT, ring);
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
