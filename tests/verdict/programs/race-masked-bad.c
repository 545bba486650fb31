/* mazurka: -n 2 => local-race */
/* A store under a mask that lets the first element of the buffer through. */
#include "truth.h"

#include <immintrin.h>

static int x[64] __attribute__((aligned(4096)));

/* Writes the elements `from` to `to` - 1 of eight. */
__attribute__((target("avx2"))) static void store(int *at, int from, int to)
{
    int bits[8];
    for (int i = 0; i < 8; i++)
        bits[i] = i >= from && i < to ? -1 : 0;
    __m256i mask = _mm256_loadu_si256((const __m256i *)bits);
    _mm256_maskstore_epi32(at, mask, mask);
}

int main(void)
{
    int rank = begin();
    MPI_Request q;
    if (rank == 0) {
        MPI_Isend(x + 32, 4, MPI_INT, 1, 0, WORLD, &q);
        if (__builtin_cpu_supports("avx2"))
            store(x + 28, 0, 5);
        else
            x[32] = 7;
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Recv(x, 4, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    return end();
}
