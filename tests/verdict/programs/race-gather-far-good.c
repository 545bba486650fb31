/* mazurka: -n 2 => verified */
/* A gather from eight pages with a buffer on each, beside the buffers. */
#include "truth.h"

#include <immintrin.h>

enum { PAGES = 8, INTS = 1024 };

static int x[PAGES * INTS] __attribute__((aligned(4096)));
static volatile int sink;

__attribute__((target("avx2"))) static void gather(const int *from)
{
    __m256i at = _mm256_mullo_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7),
                                    _mm256_set1_epi32(INTS));
    int to[8];
    _mm256_storeu_si256((__m256i *)to, _mm256_i32gather_epi32(from, at, 4));
    sink = to[0] + to[7];
}

int main(void)
{
    int rank = begin();
    MPI_Request q[PAGES];
    if (rank == 0) {
        for (int i = 0; i < PAGES; i++)
            MPI_Irecv(x + i * INTS, 1, MPI_INT, 1, 0, WORLD, q + i);
        if (__builtin_cpu_supports("avx2"))
            gather(x + 1);
        sink = x[(PAGES - 1) * INTS + 1];
        MPI_Waitall(PAGES, q, MPI_STATUSES_IGNORE);
    } else {
        for (int i = 0; i < PAGES; i++)
            MPI_Send(x, 1, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
