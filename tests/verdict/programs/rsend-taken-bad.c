/* mazurka: -n 3 => finding|unsupported */
/* The receive is posted before the ready send, but it is from any source: rank 2's
 * message may have taken it. */
#include "truth.h"

int main(void)
{
    int a = 0, rank = begin();
    if (rank == 0) {
        hear(1, 1);
        MPI_Rsend(&a, 1, MPI_INT, 1, 0, WORLD);
    } else if (rank == 1) {
        MPI_Request request;
        MPI_Irecv(&a, 1, MPI_INT, ANY, 0, WORLD, &request);
        tell(0, 1);
        MPI_Wait(&request, IGNORE);
        hear(ANY, 0);
    } else {
        tell(1, 0);
    }
    return end();
}
