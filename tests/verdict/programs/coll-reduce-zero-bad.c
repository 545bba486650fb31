/* mazurka: -n 3 => assertion */
/* A reduction of nothing: the root need not wait. */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    MPI_Reduce(NULL, NULL, 0, MPI_INT, MPI_SUM, 0, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
