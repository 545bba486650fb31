/* mazurka: -n 2 => call-mismatch|deadlock|potential-deadlock */
/* The same order is demanded also of collectives that move nothing. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    if (rank == 0)
        MPI_Bcast(NULL, 0, MPI_INT, 0, WORLD);
    else
        MPI_Gather(NULL, 0, MPI_INT, NULL, 0, MPI_INT, 0, WORLD);
    return end();
}
