/* mazurka: -n 3 => verified */
/* Nobody leaves a barrier before all have come. */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    MPI_Barrier(WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
