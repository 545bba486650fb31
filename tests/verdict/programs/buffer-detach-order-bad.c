/* mazurka: -n 3 => assertion */
/* Detaching waits until the message is out of the buffer, not until it is received: rank
 * 2's may come first. */
#include "truth.h"

int main(void)
{
    int word = 0, rank = begin();
    if (rank == 0) {
        char buffer[100 + MPI_BSEND_OVERHEAD];
        void *old;
        int size;
        MPI_Buffer_attach(buffer, sizeof buffer);
        MPI_Bsend(&word, 1, MPI_INT, 1, 0, WORLD);
        MPI_Buffer_detach(&old, &size);
        tell(2, 1);
    } else if (rank == 1) {
        MPI_Status status;
        MPI_Recv(&word, 1, MPI_INT, ANY, 0, WORLD, &status);
        hear(ANY, 0);
        assert(status.MPI_SOURCE == 0);
    } else {
        hear(0, 1);
        tell(1, 0);
    }
    return end();
}
