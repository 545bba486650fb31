/* mazurka: -n 2 => verified */
/* Functions that are called in between may use as much of the stack as they like. */
#include "truth.h"

static volatile long sink;
static __attribute__((noinline)) int work(int n)
{
    volatile int a[64];
    for (int i = 0; i < 64; i++)
        a[i] = n + i;
    return a[n];
}

int main(void)
{
    int rank = begin();
    int a[4] = {0};
    MPI_Request q;
    if (rank == 0) {
        MPI_Isend(a, 4, MPI_INT, 1, 0, WORLD, &q);
        sink = work(3);
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Recv(a, 4, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    return end();
}
