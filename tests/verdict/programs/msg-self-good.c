/* mazurka: -n 1 => verified */
/* The receive is posted before the rank sends to itself. */
#include "truth.h"

int main(void)
{
    static int a[LEN], b[LEN];
    MPI_Request request;
    begin();
    a[0] = 7;
    MPI_Irecv(b, LEN, MPI_INT, 0, 0, WORLD, &request);
    MPI_Ssend(a, LEN, MPI_INT, 0, 0, WORLD);
    MPI_Wait(&request, IGNORE);
    assert(b[0] == 7);
    return end();
}
