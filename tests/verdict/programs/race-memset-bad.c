/* mazurka: -n 2 => local-race */
/* The array is cleared while it is sent. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    char a[400] = {0};
    MPI_Request q;
    if (rank == 0) {
        MPI_Isend(a + 100, 300, MPI_CHAR, 1, 0, WORLD, &q);
        memset(a, 0, 101);
        sink = a[0];
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Recv(a, 300, MPI_CHAR, 0, 0, WORLD, IGNORE);
    }
    return end();
}
