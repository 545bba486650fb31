/* mazurka: -n 3 -- {1,2} => assertion */
/* mazurka: -n 3 -- {0,3,4} => verified */
/* mpich: shows 1 2 */
/* A receive from any source, of a long message and a short one. */
#include "outcome.h"

static int play(MPI_Comm comm)
{
    MPI_Status s;
    if (rank) {
        pause_maybe();
        MPI_Send(large, rank == 1 ? longer : SHORT, MPI_CHAR, 0, 0, comm);
        return 0;
    }
    MPI_Recv(large, longer, MPI_CHAR, MPI_ANY_SOURCE, 0, comm, &s);
    MPI_Recv(large, longer, MPI_CHAR, 3 - s.MPI_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    return s.MPI_SOURCE;
}
