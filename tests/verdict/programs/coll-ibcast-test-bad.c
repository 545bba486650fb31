/* mazurka: -n 2 => assertion */
/* Rank 1 has the root's message, which was sent behind the broadcast; the broadcast may
 * still not be complete. */
#include "truth.h"

int main(void)
{
    static int a[LEN];
    int flag, rank = begin();
    MPI_Request request;
    MPI_Ibcast(a, LEN, MPI_INT, 0, WORLD, &request);
    if (rank == 0) {
        tell(1, 0);
    } else {
        hear(0, 0);
        MPI_Test(&request, &flag, IGNORE);
        MPI_Wait(&request, IGNORE);
        assert(flag);
    }
    MPI_Wait(&request, IGNORE);
    return end();
}
