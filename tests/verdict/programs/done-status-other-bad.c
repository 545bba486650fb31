/* mazurka: -n 2 => assertion */
/* That the second receive is complete means that the first is matched; not that it is
 * complete. */
#include "truth.h"

int main(void)
{
    static int a[LEN], b;
    MPI_Request request[2];
    if (begin() == 0) {
        int first, second = 0;
        MPI_Irecv(a, LEN, MPI_INT, 1, 0, WORLD, &request[0]);
        MPI_Irecv(&b, 1, MPI_INT, 1, 0, WORLD, &request[1]);
        while (!second)
            MPI_Request_get_status(request[1], &second, IGNORE);
        MPI_Request_get_status(request[0], &first, IGNORE);
        MPI_Waitall(2, request, ALL);
        assert(first);
    } else {
        MPI_Isend(a, LEN, MPI_INT, 0, 0, WORLD, &request[0]);
        MPI_Isend(&b, 1, MPI_INT, 0, 0, WORLD, &request[1]);
        MPI_Waitall(2, request, ALL);
    }
    return end();
}
