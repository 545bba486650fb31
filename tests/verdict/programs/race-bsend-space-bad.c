/* mazurka: -n 2 => local-race: attached */
/* The attached buffer is changed while messages are in it. */
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
        memset(space, 0, sizeof space);
        MPI_Buffer_detach(&p, &n);
    } else {
        hear(0, 0);
        (void)p, (void)n, (void)x;
    }
    return end();
}
