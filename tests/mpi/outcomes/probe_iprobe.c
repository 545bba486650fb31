/* mazurka: -n 3 -- 3 => assertion */
/* mazurka: -n 3 -- {0,1,2,4} => verified */
/* mpich: shows 3 */
/* What a probe has seen, a later look at the same source and tag sees as well: by iprobe,
 * and from any source. */
#include "outcome.h"

static int play(MPI_Comm comm)
{
    int same, any;
    MPI_Status s;
    if (rank) {
        pause_maybe();
        MPI_Send(large, rank == 1 ? longer : SHORT, MPI_CHAR, 0, 0, comm);
        return 0;
    }
    MPI_Probe(MPI_ANY_SOURCE, 0, comm, &s);
    MPI_Iprobe(s.MPI_SOURCE, s.MPI_TAG, comm, &same, MPI_STATUS_IGNORE);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &any, MPI_STATUS_IGNORE);
    for (int i = 1; i < size; i++)
        MPI_Recv(large, longer, MPI_CHAR, i, 0, comm, MPI_STATUS_IGNORE);
    return same + 2 * any;
}
