/* mazurka: -n 3 => verified */
/* Who makes a graph learns who its neighbours are from all the others: it joins
 * everybody. */
#include "leave.h"

static void collective(int rank)
{
    int next = (rank + 1) % 3, one = 1;
    MPI_Comm ring;
    MPI_Dist_graph_create(WORLD, 1, &rank, &one, &next, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                          &ring);
    MPI_Comm_free(&ring);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
