/* mazurka: -n 3 => assertion */
/* A scan of nothing: nobody need wait. */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    MPI_Scan(NULL, NULL, 0, MPI_INT, MPI_SUM, WORLD);
}

int main(void)
{
    return leave(1, 0, 2, collective);
}
