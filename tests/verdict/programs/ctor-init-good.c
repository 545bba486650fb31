/* mazurka: -n 2 => verified!any */
/* mazurka: -n 2 -a states => verified!any */
/* mpich: passes */
/* MPI_Init in a constructor: each rank runs those of the program. */
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
