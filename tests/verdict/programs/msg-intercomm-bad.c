/* mazurka: -n 3 => finding */
/* Rank 0 sends to rank 1 of the other group, which is world rank 2, and rank 1 of the
 * world waits. */
#include "truth.h"

int main(void)
{
    int rank = begin(), x = rank;
    MPI_Comm half, both;
    MPI_Comm_split(WORLD, rank > 0, 0, &half);
    MPI_Intercomm_create(half, 0, WORLD, rank > 0 ? 0 : 1, 9, &both);
    if (rank == 0)
        MPI_Send(&x, 1, MPI_INT, 1, 0, both);
    if (rank == 1)
        MPI_Recv(&x, 1, MPI_INT, 0, 0, both, IGNORE);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
    return end();
}
