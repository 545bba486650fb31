/* mazurka: -n 3 => assertion */
/* The root of a scatter needs nothing from the others. */
#include "leave.h"

static void collective(int rank)
{
    int all[3] = {0};
    MPI_Scatter(all, 1, MPI_INT, &rank, 1, MPI_INT, 0, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
