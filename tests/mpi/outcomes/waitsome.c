/* mazurka: -n 3 -- {1,2,3} => assertion */
/* mazurka: -n 3 -- {0,4} => verified */
/* mpich: shows 1 2 3 */
/* Any that is not empty of the sets of complete requests. */
#include "outcome.h"

static int play(MPI_Comm comm)
{
    int n, which[2], set = 0;
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
    MPI_Waitsome(2, r, &n, which, MPI_STATUSES_IGNORE);
    for (int i = 0; i < n; i++)
        set |= 1 << which[i];
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    return set;
}
