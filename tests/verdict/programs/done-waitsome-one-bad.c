/* mazurka: -n 3 => assertion */
/* Two senders: Waitsome may return both. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        MPI_Request request[2];
        int done, index[2], word[2];
        MPI_Irecv(&word[0], 1, MPI_INT, 1, 0, WORLD, &request[0]);
        MPI_Irecv(&word[1], 1, MPI_INT, 2, 0, WORLD, &request[1]);
        MPI_Waitsome(2, request, &done, index, ALL);
        MPI_Waitall(2, request, ALL);
        assert(done == 1);
    } else {
        tell(0, 0);
    }
    return end();
}
