/* mazurka: -n 2 -- {0,1,3} => assertion */
/* mazurka: -n 2 -- {2,4} => verified */
/* mpich: shows 0 1 3 */
/* What Request_get_status has seen complete is so for the test after it; what it has not
 * may be by then. */
#include "outcome.h"

static int play(MPI_Comm comm)
{
    int first, second;
    MPI_Request r;
    if (rank) {
        pause_maybe();
        MPI_Send(large, SHORT, MPI_CHAR, 0, 0, comm);
        return 0;
    }
    MPI_Irecv(large, longer, MPI_CHAR, 1, 0, comm, &r);
    pause_maybe();
    MPI_Request_get_status(r, &first, MPI_STATUS_IGNORE);
    MPI_Test(&r, &second, MPI_STATUS_IGNORE);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    return 2 * first + second;
}
