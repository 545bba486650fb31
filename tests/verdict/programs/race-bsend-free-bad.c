/* mazurka: -n 2 => local-race: attached */
/* The attached buffer is freed while it is attached. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    char *space = malloc(1000);
    int x = 1, n;
    void *p;
    if (rank == 0) {
        MPI_Buffer_attach(space, 1000);
        MPI_Bsend(&x, 1, MPI_INT, 1, 0, WORLD);
        free(space);
        MPI_Buffer_detach(&p, &n);
    } else {
        hear(0, 0);
        (void)p, (void)n, (void)x;
    }
    return end();
}
