/* mazurka: -n 2 -- {0,1} => assertion */
/* mazurka: -n 2 -- {2,3,4} => verified */
/* mpich: shows 0 1 */
/* A reply proves that the message was matched, even received, not that the send is
 * complete. Here the receiver replies as soon as a later message of the same sender has
 * come. */
#include "outcome.h"

static int play(MPI_Comm comm)
{
    int flag;
    char word[SHORT] = "";
    MPI_Request r;
    if (rank) {
        MPI_Irecv(large, longer, MPI_CHAR, 0, 0, comm, &r);
        MPI_Recv(word, SHORT, MPI_CHAR, 0, 0, comm, MPI_STATUS_IGNORE);
        MPI_Send(word, SHORT, MPI_CHAR, 0, 0, comm);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        return 0;
    }
    MPI_Issend(large, longer, MPI_CHAR, 1, 0, comm, &r);
    MPI_Send(word, SHORT, MPI_CHAR, 1, 0, comm);
    MPI_Recv(word, SHORT, MPI_CHAR, 1, 0, comm, MPI_STATUS_IGNORE);
    MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    return flag;
}
