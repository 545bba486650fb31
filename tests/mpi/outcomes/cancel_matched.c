/* mazurka: -n 2 -- 0 => assertion */
/* mazurka: -n 2 -- {1,2,3,4} => verified */
/* mpich: shows 0 */
/* The second of two receives of one source is complete, so the first is matched, and
 * cannot be cancelled. */
#include "outcome.h"

static int play(MPI_Comm comm)
{
    int cancelled;
    char last[SHORT] = "";
    MPI_Request first, second;
    MPI_Status s;
    if (rank) {
        MPI_Isend(large, longer, MPI_CHAR, 0, 0, comm, &first);
        MPI_Send(last, SHORT, MPI_CHAR, 0, 0, comm);
        MPI_Wait(&first, MPI_STATUS_IGNORE);
        return 0;
    }
    MPI_Irecv(large, longer, MPI_CHAR, 1, 0, comm, &first);
    MPI_Irecv(last, SHORT, MPI_CHAR, 1, 0, comm, &second);
    MPI_Wait(&second, MPI_STATUS_IGNORE);
    MPI_Cancel(&first);
    MPI_Wait(&first, &s);
    MPI_Test_cancelled(&s, &cancelled);
    return cancelled;
}
