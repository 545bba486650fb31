/* mazurka: -n 3 => assertion */
/* A scatter of nothing: nobody need wait for the root. */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    MPI_Scatter(NULL, 0, MPI_INT, NULL, 0, MPI_INT, 1, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
