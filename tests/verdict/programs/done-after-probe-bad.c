/* mazurka: -n 2 => assertion */
/* A message that a probe has seen is received by the next fitting Irecv; this takes time.
 * MPICH: fails if long. */
#include "truth.h"

int main(void)
{
    static int a[LEN];
    if (begin() == 0) {
        MPI_Request request;
        int flag;
        MPI_Probe(1, 0, WORLD, IGNORE);
        MPI_Irecv(a, LEN, MPI_INT, 1, 0, WORLD, &request);
        MPI_Test(&request, &flag, IGNORE);
        MPI_Wait(&request, IGNORE);
        assert(flag);
    } else {
        MPI_Send(a, LEN, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
