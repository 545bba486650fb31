/* mazurka: -n 2 => assertion */
/* Waiting for B forces A to be matched, since both come from one source; it does not
 * force A to be complete. MPICH: fails if A is long. */
#include "truth.h"

int main(void)
{
    static int a[LEN], b;
    MPI_Request request[2];
    if (begin() == 0) {
        int flag;
        MPI_Irecv(a, LEN, MPI_INT, 1, 0, WORLD, &request[0]);
        MPI_Irecv(&b, 1, MPI_INT, 1, 0, WORLD, &request[1]);
        MPI_Wait(&request[1], IGNORE);
        MPI_Test(&request[0], &flag, IGNORE);
        assert(flag);
    } else {
        MPI_Isend(a, LEN, MPI_INT, 0, 0, WORLD, &request[0]);
        MPI_Isend(&b, 1, MPI_INT, 0, 0, WORLD, &request[1]);
        MPI_Waitall(2, request, ALL);
    }
    return end();
}
