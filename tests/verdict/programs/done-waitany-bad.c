/* mazurka: -n 2 => assertion */
/* The first receive is matched first, but Waitany may find the second complete. MPICH:
 * fails if A is long. */
#include "truth.h"

int main(void)
{
    static int a[LEN], b;
    MPI_Request request[2];
    if (begin() == 0) {
        int index;
        MPI_Irecv(a, LEN, MPI_INT, 1, 0, WORLD, &request[0]);
        MPI_Irecv(&b, 1, MPI_INT, 1, 0, WORLD, &request[1]);
        MPI_Waitany(2, request, &index, IGNORE);
        MPI_Waitall(2, request, ALL);
        assert(index == 0);
    } else {
        MPI_Isend(a, LEN, MPI_INT, 0, 0, WORLD, &request[0]);
        MPI_Isend(&b, 1, MPI_INT, 0, 0, WORLD, &request[1]);
        MPI_Waitall(2, request, ALL);
    }
    return end();
}
