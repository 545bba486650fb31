/* mazurka: -n 3 => assertion */
/* Who is not the root of a reduction needs nothing. */
#include "leave.h"

static void collective(int rank)
{
    int sum;
    MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 2, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
