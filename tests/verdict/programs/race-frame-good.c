/* mazurka: -n 2 => verified */
/* It waits before it returns. */
#include "truth.h"

static __attribute__((noinline)) void post(MPI_Request *q, int from)
{
    int x[4];
    MPI_Irecv(x, 4, MPI_INT, from, 0, WORLD, q);
    MPI_Wait(q, IGNORE);
}

int main(void)
{
    int rank = begin();
    int a[4] = {0};
    MPI_Request q;
    if (rank == 0) {
        post(&q, 1);
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Send(a, 4, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
