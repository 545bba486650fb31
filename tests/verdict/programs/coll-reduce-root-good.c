/* mazurka: -n 3 => verified */
/* The root of a reduction needs what everybody gives. */
#include "leave.h"

static void collective(int rank)
{
    int sum;
    MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
