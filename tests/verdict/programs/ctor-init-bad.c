/* mazurka: -n 2 => unsupported */
/* MPI_Init in a constructor works, though nobody promises it; there are no ranks then. */
#include "truth.h"

__attribute__((constructor)) static void before_main(void)
{
    MPI_Init(NULL, NULL);
}

int main(void)
{
    int rank;
    MPI_Comm_rank(WORLD, &rank);
    MPI_Bcast(&rank, 1, MPI_INT, 0, WORLD);
    assert(rank == 0);
    return end();
}
