/* mazurka: -n 2 => assertion */
/* The receive is matched, but a Testany may still find nothing complete. MPICH: fails if
 * long. */
#include "truth.h"

int main(void)
{
    static int a[LEN];
    MPI_Request request[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    if (begin() == 0) {
        int flag, index;
        MPI_Irecv(a, LEN, MPI_INT, 1, 0, WORLD, &request[1]);
        hear(1, 0);
        MPI_Testany(2, request, &index, &flag, IGNORE);
        assert(flag && index == 1);
    } else {
        MPI_Isend(a, LEN, MPI_INT, 0, 0, WORLD, &request[0]);
        tell(0, 0);
        MPI_Wait(&request[0], IGNORE);
    }
    return end();
}
