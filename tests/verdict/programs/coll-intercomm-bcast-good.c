/* mazurka: -n 3 => verified */
/* A broadcast between groups: the root says MPI_ROOT, its companions MPI_PROC_NULL, the
 * others its rank there. */
#include "truth.h"

int main(void)
{
    int rank = begin(), x = rank == 0 ? 7 : 0;
    MPI_Comm half, both;
    MPI_Comm_split(WORLD, rank == 2, 0, &half);
    MPI_Intercomm_create(half, 0, WORLD, rank == 2 ? 0 : 2, 0, &both);
    MPI_Bcast(&x, 1, MPI_INT, rank == 0 ? MPI_ROOT : rank == 1 ? MPI_PROC_NULL : 0, both);
    assert(x == (rank == 1 ? 0 : 7));
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
    return end();
}
