/* mazurka: -n 3 => assertion */
/* MPI_Comm_free marks a communicator; the standard does not make anybody wait for
 * anybody. */
#include "leave.h"

static MPI_Comm copy;

static void collective(int rank)
{
    (void)rank;
    MPI_Comm_free(&copy);
}

int main(void)
{
    int rank = begin();
    MPI_Comm_dup(WORLD, &copy);
    meet(rank, 0, 1, 2, collective);
    return end();
}
