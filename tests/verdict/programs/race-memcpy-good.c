/* mazurka: -n 2 => verified */
/* After. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    char a[256] = {0}, b[256];
    MPI_Request q;
    if (rank == 0) {
        MPI_Irecv(a, 256, MPI_CHAR, 1, 0, WORLD, &q);
        MPI_Wait(&q, IGNORE);
        memcpy(b, a, sizeof b);
        sink = b[7];
    } else {
        MPI_Send(a, 256, MPI_CHAR, 0, 0, WORLD);
        memset(b, 0, sizeof b);
    }
    return end();
}
