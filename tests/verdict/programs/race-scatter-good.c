/* mazurka: -n 2 => verified */
/* A scatter around the buffer: the element in it is masked out. */
#include "truth.h"

#include <immintrin.h>

static int x[64] __attribute__((aligned(4096)));

__attribute__((target("avx512f,avx512vl"))) static void scatter(int *to)
{
    __m256i at = _mm256_setr_epi32(0, 2, 4, 6, 8, 10, 33, 36);
    _mm256_mask_i32scatter_epi32(to, 0xbf, at, at, 4);
}

int main(void)
{
    int rank = begin();
    MPI_Request q;
    if (rank == 0) {
        MPI_Isend(x + 32, 4, MPI_INT, 1, 0, WORLD, &q);
        if (__builtin_cpu_supports("avx512vl"))
            scatter(x);
        else
            x[36] = 36;
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Recv(x, 4, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    return end();
}
