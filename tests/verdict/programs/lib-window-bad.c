/* mazurka: -n 2 => finding|unsupported */
/* Both ranks put into the same place of rank 0's window in one epoch: which value stays
 * is open. */
#include "truth.h"

int main(void)
{
    static int x;
    int rank = begin();
    MPI_Win window;
    MPI_Win_create(&x, sizeof x, sizeof x, MPI_INFO_NULL, WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    assert(rank != 0 || x == 1);
    MPI_Win_free(&window);
    return end();
}
