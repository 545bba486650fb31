/* mazurka: -n 2 => verified */
/* The rest of the array may be read. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    int *a = calloc(100, sizeof *a);
    MPI_Request q;
    if (rank == 0) {
        MPI_Irecv(a + 10, 20, MPI_INT, 1, 0, WORLD, &q);
        sink = a[30] + a[9];
        a[30] = a[9] = 4;
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Send(a, 20, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
