/* mazurka: -n 2 => verified */
/* No race after a long phase that works on the page of another buffer. */
#include "truth.h"

static int x[1024] __attribute__((aligned(4096))), y[1024] __attribute__((aligned(4096)));
static volatile int sink;

int main(void)
{
    int rank = begin();
    MPI_Request q;
    if (rank == 0) {
        MPI_Irecv(x, 4, MPI_INT, 1, 0, WORLD, &q);
        for (int i = 0; i < 4000000; i++)
            ((volatile int *)x)[100 + (i & 255)] += i;
        MPI_Wait(&q, IGNORE);
        MPI_Irecv(y, 4, MPI_INT, 1, 0, WORLD, &q);
        MPI_Wait(&q, IGNORE);
        sink = y[2];
    } else {
        MPI_Send(x, 4, MPI_INT, 0, 0, WORLD);
        MPI_Send(x, 4, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
