/* mazurka: -n 2 => invalid-argument */
/* Freeing the communicator that MPI_Comm_idup makes is a use of it, too: MPICH crashes if
 * its request is not complete. */
#include "truth.h"

int main(void)
{
    MPI_Comm twin;
    MPI_Request made;
    begin();
    MPI_Comm_idup(WORLD, &twin, &made);
    MPI_Comm_free(&twin);
    MPI_Wait(&made, IGNORE);
    return end();
}
