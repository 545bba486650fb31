/* mazurka: -n 2 => local-race */
/* memcmp() of a few bytes, the last of which is in the buffer. libc loads a whole vector
 * under a mask. */
#include "truth.h"

static char x[64] __attribute__((aligned(4096))) = "a head of 16 by",
                  y[64] = "a head of 16 by";
static volatile int sink;
static volatile size_t bytes = 17;

int main(void)
{
    int rank = begin();
    MPI_Request q;
    if (rank == 0) {
        MPI_Irecv(x + 16, 40, MPI_CHAR, 1, 0, WORLD, &q);
        sink = memcmp(x, y, bytes);
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Send(x, 40, MPI_CHAR, 0, 0, WORLD);
    }
    return end();
}
