/* mazurka: -n 2 => local-race */
/* A gather whose fourth element is in the buffer; the first is not, on the same page. */
#include "truth.h"

#include <immintrin.h>

static double x[16] __attribute__((aligned(4096)));
static volatile double sink;

__attribute__((target("avx2"))) static void gather(const double *from, const int *index)
{
    __m128i at = _mm_loadu_si128((const __m128i *)index);
    double to[4];
    _mm256_storeu_pd(to, _mm256_i32gather_pd(from, at, 8));
    sink = to[0] + to[3];
}

int main(void)
{
    int rank = begin();
    static const int index[4] = {0, 1, 2, 9};
    MPI_Request q;
    if (rank == 0) {
        MPI_Irecv(x + 8, 8, MPI_DOUBLE, 1, 0, WORLD, &q);
        if (__builtin_cpu_supports("avx2"))
            gather(x, index);
        else
            sink = x[9];
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Send(x, 8, MPI_DOUBLE, 0, 0, WORLD);
    }
    return end();
}
