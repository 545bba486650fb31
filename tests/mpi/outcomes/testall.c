/* mazurka: -n 3 -- {0,1,2,3,4} => assertion */
/* mpich: shows 0 1 2 3 4 */
/* A Testall that says no has completed nothing: each of the two may be complete or not
 * in the tests that follow. 4: it said yes. */
#include "outcome.h"

static int play(MPI_Comm comm)
{
    int all, flag[2];
    char word[2][SHORT];
    MPI_Request r[2];
    if (rank) {
        pause_maybe();
        MPI_Send(large, SHORT, MPI_CHAR, 0, 0, comm);
        return 0;
    }
    for (int i = 0; i < 2; i++)
        MPI_Irecv(word[i], SHORT, MPI_CHAR, i + 1, 0, comm, &r[i]);
    pause_maybe();
    MPI_Testall(2, r, &all, MPI_STATUSES_IGNORE);
    if (all)
        return 4;
    for (int i = 0; i < 2; i++)
        MPI_Test(&r[i], &flag[i], MPI_STATUS_IGNORE);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    return flag[0] + 2 * flag[1];
}
