/* mazurka: -n 3 => verified */
/* Who is not the root of a broadcast waits for the root. */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    int x = 0;
    MPI_Bcast(&x, 1, MPI_INT, 1, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
