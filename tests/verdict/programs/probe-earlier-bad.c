/* mazurka: -n 2 => assertion */
/* The second message has been received, so that the first is on its way too; a probe may
 * still not see it. */
#include "truth.h"

int main(void)
{
    static int a[LEN];
    if (begin() == 0) {
        int flag;
        hear(1, 2);
        MPI_Iprobe(1, 1, WORLD, &flag, IGNORE);
        MPI_Recv(a, LEN, MPI_INT, 1, 1, WORLD, IGNORE);
        assert(flag);
    } else {
        MPI_Request request;
        MPI_Isend(a, LEN, MPI_INT, 0, 1, WORLD, &request);
        tell(0, 2);
        MPI_Wait(&request, IGNORE);
    }
    return end();
}
