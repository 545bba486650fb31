/* mazurka: -n 3 => verified */
/* Everybody needs what everybody gives. */
#include "leave.h"

static void collective(int rank)
{
    int sum;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
