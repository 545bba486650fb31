/* mazurka: -n 2 => finding|unsupported */
/* Rank 0 has a handler, rank 1 has none: SIGTERM ends it. */
#include "truth.h"

static void handler(int number)
{
    (void)number;
}

int main(void)
{
    int rank = begin();
    if (rank == 0)
        signal(SIGTERM, handler);
    MPI_Barrier(WORLD);
    if (rank == 1)
        raise(SIGTERM);
    MPI_Barrier(WORLD);
    return end();
}
