/* mazurka: -n 2 -- {0,1} => assertion */
/* mazurka: -n 2 -- {2,3,4} => verified */
/* mpich: shows 0 1 */
/* Two receives of one source: the second is complete, so both are matched. The first is
 * long, and a test of it may say no. */
#include "outcome.h"

static int play(MPI_Comm comm)
{
    int flag;
    char last[SHORT] = "";
    MPI_Request first, second;
    if (rank) {
        MPI_Isend(large, longer, MPI_CHAR, 0, 0, comm, &first);
        MPI_Send(last, SHORT, MPI_CHAR, 0, 0, comm);
        MPI_Wait(&first, MPI_STATUS_IGNORE);
        return 0;
    }
    MPI_Irecv(large, longer, MPI_CHAR, 1, 0, comm, &first);
    MPI_Irecv(last, SHORT, MPI_CHAR, 1, 0, comm, &second);
    MPI_Wait(&second, MPI_STATUS_IGNORE);
    MPI_Test(&first, &flag, MPI_STATUS_IGNORE);
    MPI_Wait(&first, MPI_STATUS_IGNORE);
    return flag;
}
