/* mazurka: -n 3 => assertion */
/* A gather of nothing: the root need not wait. */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    MPI_Gather(NULL, 0, MPI_INT, NULL, 0, MPI_INT, 0, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
