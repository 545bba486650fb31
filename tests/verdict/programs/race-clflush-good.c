/* mazurka: -n 2 => verified */
/* Writing a buffer back from the cache is no access to it. */
#include "truth.h"

#include <immintrin.h>

static int x[64] __attribute__((aligned(4096)));

int main(void)
{
    int rank = begin();
    MPI_Request q;
    if (rank == 0) {
        MPI_Irecv(x, 4, MPI_INT, 1, 0, WORLD, &q);
        _mm_clflush(x);
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Send(x, 4, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
