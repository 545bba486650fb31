/* mazurka: -n 3 => verified */
/* Two broadcasts with two roots: behind both, rank 0 has waited for ranks 1 and 2. */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    int x = 0;
    MPI_Bcast(&x, 1, MPI_INT, 2, WORLD);
    MPI_Bcast(&x, 1, MPI_INT, 1, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
