/* mazurka: -n 2 => verified */
/* The first send does not block, and the second is received first: allowed, the tags
 * differ. */
#include "truth.h"

int main(void)
{
    static int a[LEN], b[LEN];
    if (begin() == 0) {
        MPI_Request request;
        a[0] = 1, b[0] = 2;
        MPI_Isend(a, LEN, MPI_INT, 1, 1, WORLD, &request);
        MPI_Ssend(b, LEN, MPI_INT, 1, 2, WORLD);
        MPI_Wait(&request, IGNORE);
    } else {
        MPI_Recv(b, LEN, MPI_INT, 0, 2, WORLD, IGNORE);
        MPI_Recv(a, LEN, MPI_INT, 0, 1, WORLD, IGNORE);
        assert(a[0] == 1 && b[0] == 2);
    }
    return end();
}
