/* mazurka: -n 2 => finding */
/* The second message does not fit into the buffer while the first is in it, and rank 1
 * receives late. */
#include "truth.h"

int main(void)
{
    static int a[1000];
    if (begin() == 0) {
        static char buffer[sizeof a + MPI_BSEND_OVERHEAD];
        void *old;
        int size;
        MPI_Buffer_attach(buffer, sizeof buffer);
        MPI_Bsend(a, 1000, MPI_INT, 1, 0, WORLD);
        MPI_Bsend(a, 1000, MPI_INT, 1, 0, WORLD);
        MPI_Buffer_detach(&old, &size);
    } else {
        MPI_Recv(a, 1000, MPI_INT, 0, 0, WORLD, IGNORE);
        MPI_Recv(a, 1000, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    return end();
}
