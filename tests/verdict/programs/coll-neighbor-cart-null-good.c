/* mazurka: -n 2 => verified */
/* A row that is no ring: the ends have a neighbour MPI_PROC_NULL, and what would come
 * from it is left alone. */
#include "truth.h"

int main(void)
{
    int rank = begin(), size = 2, open = 0, in[2] = {-1, -1};
    MPI_Comm row;
    MPI_Cart_create(WORLD, 1, &size, &open, 0, &row);
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, row);
    assert(in[rank] == -1 && in[1 - rank] == 1 - rank);
    MPI_Comm_free(&row);
    return end();
}
