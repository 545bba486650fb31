/* mazurka: -n 2 => finding|unsupported */
/* The receive is posted behind the barrier: the ready send may be earlier. */
#include "truth.h"

int main(void)
{
    int a = 0, rank = begin();
    MPI_Barrier(WORLD);
    if (rank == 0)
        MPI_Rsend(&a, 1, MPI_INT, 1, 0, WORLD);
    else
        hear(0, 0);
    return end();
}
