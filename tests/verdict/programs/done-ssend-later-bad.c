/* mazurka: -n 2 => assertion */
/* The synchronous send is matched, so the send before it is, too; a test of that one may
 * say no. */
#include "truth.h"

int main(void)
{
    static int a[LEN], b;
    if (begin() == 0) {
        MPI_Request request;
        int flag;
        MPI_Isend(a, LEN, MPI_INT, 1, 0, WORLD, &request);
        MPI_Ssend(&b, 1, MPI_INT, 1, 0, WORLD);
        MPI_Test(&request, &flag, IGNORE);
        MPI_Wait(&request, IGNORE);
        assert(flag);
    } else {
        MPI_Recv(a, LEN, MPI_INT, 0, 0, WORLD, IGNORE);
        MPI_Recv(&b, 1, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    return end();
}
