/* mazurka: -n 2 => invalid-argument */
/* MPI_Test may say that the communicator is not there yet, and it is used all the same. */
#include "truth.h"

int main(void)
{
    MPI_Comm twin;
    MPI_Request made;
    int there;
    begin();
    MPI_Comm_idup(WORLD, &twin, &made);
    MPI_Test(&made, &there, IGNORE);
    MPI_Barrier(twin);
    MPI_Wait(&made, IGNORE);
    MPI_Comm_free(&twin);
    return end();
}
