/* mazurka: -n 2 => verified */
/* Both were received in order, so waiting for the first ends. */
#include "truth.h"

int main(void)
{
    static int a[LEN], b;
    if (begin() == 0) {
        MPI_Request request;
        MPI_Isend(a, LEN, MPI_INT, 1, 0, WORLD, &request);
        MPI_Ssend(&b, 1, MPI_INT, 1, 0, WORLD);
        MPI_Wait(&request, IGNORE);
    } else {
        a[0] = b = 1;
        MPI_Recv(a, LEN, MPI_INT, 0, 0, WORLD, IGNORE);
        MPI_Recv(&b, 1, MPI_INT, 0, 0, WORLD, IGNORE);
        assert(a[0] == 0 && b == 0);
    }
    return end();
}
