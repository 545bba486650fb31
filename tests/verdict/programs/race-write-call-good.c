/* mazurka: -n 2 => verified */
/* After. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    char a[4] = "abc";
    MPI_Request q;
    if (rank == 0) {
        MPI_Irecv(a, 4, MPI_CHAR, 1, 0, WORLD, &q);
        MPI_Wait(&q, IGNORE);
        sink = write(1, a, 3);
    } else {
        MPI_Send(a, 4, MPI_CHAR, 0, 0, WORLD);
    }
    return end();
}
