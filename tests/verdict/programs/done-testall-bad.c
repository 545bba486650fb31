/* mazurka: -n 2 => assertion */
/* Both receives are matched when the third message has been received, but need not be
 * complete. */
#include "truth.h"

int main(void)
{
    static int a[LEN], b;
    if (begin() == 0) {
        MPI_Request request[2];
        int flag;
        MPI_Irecv(a, LEN, MPI_INT, 1, 0, WORLD, &request[0]);
        MPI_Irecv(&b, 1, MPI_INT, 1, 0, WORLD, &request[1]);
        hear(1, 0);
        MPI_Testall(2, request, &flag, ALL);
        if (!flag)
            MPI_Waitall(2, request, ALL);
        assert(flag);
    } else {
        MPI_Request request;
        MPI_Isend(a, LEN, MPI_INT, 0, 0, WORLD, &request);
        tell(0, 0);
        tell(0, 0);
        MPI_Wait(&request, IGNORE);
    }
    return end();
}
