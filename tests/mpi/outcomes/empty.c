/* mazurka: -n 2 -- {0,1} => assertion */
/* mazurka: -n 2 -- {2,3,4} => verified */
/* mpich: shows 0 1 */
/* Nobody waits in a reduction that moves nothing, so what was sent before it may not be
 * there after it. */
#include "outcome.h"

static int play(MPI_Comm comm)
{
    int flag, sum = 0;
    if (rank) {
        MPI_Request send;
        pause_maybe();
        MPI_Isend(large, SHORT, MPI_CHAR, 0, 0, comm, &send);
        MPI_Allreduce(&rank, &sum, 0, MPI_INT, MPI_SUM, comm);
        MPI_Wait(&send, MPI_STATUS_IGNORE);
        return 0;
    }
    MPI_Allreduce(&rank, &sum, 0, MPI_INT, MPI_SUM, comm);
    pause_maybe();
    MPI_Iprobe(1, 0, comm, &flag, MPI_STATUS_IGNORE);
    MPI_Recv(large, longer, MPI_CHAR, 1, 0, comm, MPI_STATUS_IGNORE);
    return flag;
}
