/* mazurka: -n 2 => local-race */
/* The request of a send is freed, and the buffer is changed at once. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int x = 1;
    MPI_Request q;
    if (rank == 0) {
        MPI_Isend(&x, 1, MPI_INT, 1, 0, WORLD, &q);
        MPI_Request_free(&q);
        *(volatile int *)&x = 2;
        hear(1, 0);
    } else {
        hear(0, 0);
        tell(0, 0);
    }
    return end();
}
