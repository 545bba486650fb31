/* mazurka: -n 2 => verified */
/* After it was detached. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    static char space[1000];
    int x = 1, n;
    void *p;
    if (rank == 0) {
        MPI_Buffer_attach(space, sizeof space);
        MPI_Bsend(&x, 1, MPI_INT, 1, 0, WORLD);
        x = 2;
        MPI_Buffer_detach(&p, &n);
        memset(space, 0, sizeof space);
    } else {
        hear(0, 0);
        (void)p, (void)n, (void)x;
    }
    return end();
}
