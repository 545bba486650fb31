/* mazurka: -n 2 -- {0,1} => assertion */
/* mazurka: -n 2 -- {2,3,4} => verified */
/* mpich: shows 0 1 */
/* A receive is cancelled while its message may be on the way. */
#include "outcome.h"

static int play(MPI_Comm comm)
{
    int cancelled;
    MPI_Request r;
    MPI_Status s;
    if (rank) {
        pause_maybe();
        MPI_Send(large, SHORT, MPI_CHAR, 0, 0, comm);
        return 0;
    }
    MPI_Irecv(large, longer, MPI_CHAR, 1, 0, comm, &r);
    pause_maybe();
    MPI_Cancel(&r);
    MPI_Wait(&r, &s);
    MPI_Test_cancelled(&s, &cancelled);
    if (cancelled)
        MPI_Recv(large, longer, MPI_CHAR, 1, 0, comm, MPI_STATUS_IGNORE);
    return cancelled;
}
