/* mazurka: -n 2 => verified */
/* After the reply the send completes without anything else having to happen: Wait cannot
 * hang. */
#include "truth.h"

int main(void)
{
    static int a[LEN];
    if (begin() == 0) {
        MPI_Request request;
        MPI_Isend(a, LEN, MPI_INT, 1, 0, WORLD, &request);
        hear(1, 1);
        MPI_Wait(&request, IGNORE);
    } else {
        MPI_Recv(a, LEN, MPI_INT, 0, 0, WORLD, IGNORE);
        tell(0, 1);
    }
    return end();
}
