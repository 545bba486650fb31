/* mazurka: -n 2 => assertion */
/* Both receives are matched; Testsome may find both complete, or one, or none. */
#include "truth.h"

int main(void)
{
    static int a[LEN], b;
    MPI_Request request[2];
    if (begin() == 0) {
        int done, index[2];
        MPI_Irecv(a, LEN, MPI_INT, 1, 0, WORLD, &request[0]);
        MPI_Irecv(&b, 1, MPI_INT, 1, 0, WORLD, &request[1]);
        hear(1, 0);
        MPI_Testsome(2, request, &done, index, ALL);
        MPI_Waitall(2, request, ALL);
        assert(done == 2);
    } else {
        MPI_Isend(a, LEN, MPI_INT, 0, 0, WORLD, &request[0]);
        tell(0, 0);
        tell(0, 0);
        MPI_Wait(&request[0], IGNORE);
    }
    return end();
}
