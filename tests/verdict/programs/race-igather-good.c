/* mazurka: -n 2 => verified */
/* It reads what is not gathered. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int x = rank, all[4] = {0};
    MPI_Request q;
    (void)rank;
    MPI_Igather(&x, 1, MPI_INT, all, 1, MPI_INT, 0, WORLD, &q);
    sink = rank == 0 ? all[2] : all[0];
    MPI_Wait(&q, IGNORE);
    return end();
}
