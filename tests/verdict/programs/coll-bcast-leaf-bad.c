/* mazurka: -n 3 => assertion */
/* Two ranks that are not the root of a broadcast do not wait for each other. */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    int x = 0;
    MPI_Bcast(&x, 1, MPI_INT, 2, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
