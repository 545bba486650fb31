/* mazurka: -n 2 => finding */
/* The amount of data must be the same at the root and at the others. */
#include "truth.h"

int main(void)
{
    int x[2] = {0}, rank = begin();
    MPI_Bcast(x, rank == 0 ? 2 : 1, MPI_INT, 0, WORLD);
    return end();
}
