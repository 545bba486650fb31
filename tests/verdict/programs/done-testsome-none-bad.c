/* mazurka: -n 2 => assertion */
/* Both receives are matched; Testsome may still find none complete. MPICH: fails if long.
 */
#include "truth.h"

int main(void)
{
    static int a[2][LEN];
    MPI_Request request[2];
    int rank = begin();
    if (rank == 0) {
        int done, index[2];
        MPI_Irecv(a[0], LEN, MPI_INT, 1, 0, WORLD, &request[0]);
        MPI_Irecv(a[1], LEN, MPI_INT, 1, 0, WORLD, &request[1]);
        hear(1, 0);
        MPI_Testsome(2, request, &done, index, ALL);
        MPI_Waitall(2, request, ALL);
        assert(done > 0);
    } else {
        MPI_Isend(a[0], LEN, MPI_INT, 0, 0, WORLD, &request[0]);
        MPI_Isend(a[1], LEN, MPI_INT, 0, 0, WORLD, &request[1]);
        tell(0, 0);
        MPI_Waitall(2, request, ALL);
    }
    return end();
}
