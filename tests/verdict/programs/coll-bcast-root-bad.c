/* mazurka: -n 3 => assertion */
/* The root of a broadcast needs nothing from the others, and may leave before they come.
 */
#include "leave.h"

static void collective(int rank)
{
    (void)rank;
    int x = 0;
    MPI_Bcast(&x, 1, MPI_INT, 0, WORLD);
}

int main(void)
{
    return leave(0, 1, 2, collective);
}
