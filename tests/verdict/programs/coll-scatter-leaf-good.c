/* mazurka: -n 3 => verified */
/* Who is not the root of a scatter waits for the root. */
#include "leave.h"

static void collective(int rank)
{
    int all[3] = {0};
    MPI_Scatter(all, 1, MPI_INT, &rank, 1, MPI_INT, 1, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
