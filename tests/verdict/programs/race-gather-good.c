/* mazurka: -n 2 => verified */
/* A gather of elements before and behind the buffer, and one in it that is masked out. */
#include "truth.h"

#include <immintrin.h>

static double x[24] __attribute__((aligned(4096)));
static volatile double sink;

__attribute__((target("avx2"))) static void gather(const double *from, const int *index)
{
    __m128i at = _mm_loadu_si128((const __m128i *)index);
    double to[4];
    __m256d zero = _mm256_setzero_pd(),
            mask = _mm256_castsi256_pd(_mm256_setr_epi64x(-1, 0, -1, -1));
    _mm256_storeu_pd(to, _mm256_mask_i32gather_pd(zero, from, at, mask, 8));
    sink = to[0] + to[3];
}

int main(void)
{
    int rank = begin();
    static const int index[4] = {0, 9, 2, 17};
    MPI_Request q;
    if (rank == 0) {
        MPI_Irecv(x + 8, 8, MPI_DOUBLE, 1, 0, WORLD, &q);
        if (__builtin_cpu_supports("avx2"))
            gather(x, index);
        else
            sink = x[17];
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Send(x, 8, MPI_DOUBLE, 0, 0, WORLD);
    }
    return end();
}
