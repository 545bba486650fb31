/* mazurka: -n 2 -- some arguments => verified; not explored: accesses to buffers in use, beyond the first 1024 at once */
/* More buffers than are watched, and a race on the last one: what was not watched is
 * said, although there is no room for all that the verdict rests on. */
#include "truth.h"

#include <time.h>
#include <unistd.h>

#define N 1030

static int x[N];
static volatile long sink;

int main(void)
{
    int rank = begin();
    static MPI_Request q[N];
    sink = sysconf(_SC_NPROCESSORS_ONLN) + time(NULL);
    if (rank == 0) {
        for (int i = 0; i < N; i++)
            MPI_Irecv(x + i, 1, MPI_INT, 1, 0, WORLD, q + i);
        sink = x[N - 1];
        MPI_Waitall(N, q, MPI_STATUSES_IGNORE);
    } else {
        for (int i = 0; i < N; i++)
            MPI_Send(x + i, 1, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
