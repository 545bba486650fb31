/* mazurka: -n 2 => verified */
/* A compressed store: the elements 0 and 7 of the vector lie next to each other, so that
 * both are before the buffer. */
#include "truth.h"

#include <immintrin.h>

static int x[64] __attribute__((aligned(4096)));

__attribute__((target("avx512f,avx512vl"))) static void store(int *to)
{
    _mm256_mask_compressstoreu_epi32(to, 0x81, _mm256_set1_epi32(7));
}

int main(void)
{
    int rank = begin();
    MPI_Request q;
    if (rank == 0) {
        MPI_Isend(x + 32, 4, MPI_INT, 1, 0, WORLD, &q);
        if (__builtin_cpu_supports("avx512vl"))
            store(x + 30);
        else
            x[31] = 7;
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Recv(x, 4, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    return end();
}
