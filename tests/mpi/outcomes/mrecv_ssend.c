/* mazurka: -n 2 -- {0,1} => assertion */
/* mazurka: -n 2 -- {2,3,4} => verified */
/* mpich: shows 0 1 */
/* The same after Mrecv: now it may be complete. */
#include "outcome.h"

static int play(MPI_Comm comm)
{
    int flag;
    char word[SHORT] = "";
    if (rank) {
        MPI_Message m;
        MPI_Mprobe(0, 0, comm, &m, MPI_STATUS_IGNORE);
        MPI_Mrecv(large, longer, MPI_CHAR, &m, MPI_STATUS_IGNORE);
        MPI_Send(word, SHORT, MPI_CHAR, 0, 1, comm);
        return 0;
    }
    MPI_Request send;
    MPI_Issend(large, longer, MPI_CHAR, 1, 0, comm, &send);
    MPI_Recv(word, SHORT, MPI_CHAR, 1, 1, comm, MPI_STATUS_IGNORE);
    MPI_Test(&send, &flag, MPI_STATUS_IGNORE);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    return flag;
}
