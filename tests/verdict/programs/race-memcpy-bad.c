/* mazurka: -n 2 => local-race */
/* A message is copied out of its buffer with memcpy before it has come. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    char a[256] = {0}, b[256];
    MPI_Request q;
    if (rank == 0) {
        MPI_Irecv(a, 256, MPI_CHAR, 1, 0, WORLD, &q);
        memcpy(b, a, sizeof b);
        sink = b[7];
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Send(a, 256, MPI_CHAR, 0, 0, WORLD);
        memset(b, 0, sizeof b);
    }
    return end();
}
