/* mazurka: -n 2 => deadlock|unsupported */
/* If cancelling the send succeeds, the receive waits for ever. */
#include "truth.h"

int main(void)
{
    static int a[LEN];
    if (begin() == 0) {
        MPI_Request request;
        MPI_Issend(a, LEN, MPI_INT, 1, 0, WORLD, &request);
        MPI_Cancel(&request);
        MPI_Wait(&request, IGNORE);
    } else {
        MPI_Recv(a, LEN, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    return end();
}
