/* mazurka: -n 2 => verified */
/* The buffer has room for both messages, whenever they are received. */
#include "truth.h"

int main(void)
{
    static int a[1000];
    if (begin() == 0) {
        static char buffer[2 * (sizeof a + MPI_BSEND_OVERHEAD)];
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
