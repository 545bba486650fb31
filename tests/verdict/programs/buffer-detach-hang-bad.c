/* mazurka: -n 2 => deadlock|potential-deadlock */
/* To get the message out of the buffer its receive may be needed, which waits for what is
 * sent later. MPICH: hangs if long. */
#include "truth.h"

int main(void)
{
    static int a[LEN];
    if (begin() == 0) {
        int size = (int)sizeof a + MPI_BSEND_OVERHEAD;
        void *old, *buffer = malloc((size_t)size);
        MPI_Buffer_attach(buffer, size);
        MPI_Bsend(a, LEN, MPI_INT, 1, 0, WORLD);
        MPI_Buffer_detach(&old, &size);
        tell(1, 1);
        free(buffer);
    } else {
        hear(0, 1);
        MPI_Recv(a, LEN, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    return end();
}
