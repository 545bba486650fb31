/* mazurka: -n 3 => verified */
/* Ranks that wait for a nonblocking barrier by looking at it, and serve messages
 * meanwhile. */
#include "truth.h"

int main(void)
{
    int rank = begin(), done = 0, flag, word = 0;
    MPI_Request send, barrier;
    MPI_Issend(&word, 1, MPI_INT, (rank + 1) % 3, 0, WORLD, &send);
    for (int sent = 0, got = 0; !done;) {
        MPI_Iprobe(ANY, 0, WORLD, &flag, IGNORE);
        if (flag) {
            hear(ANY, 0);
            got = 1;
        }
        if (!sent) {
            MPI_Test(&send, &sent, IGNORE);
            if (sent)
                MPI_Ibarrier(WORLD, &barrier);
        } else {
            MPI_Test(&barrier, &done, IGNORE);
        }
        assert(!done || got);
    }
    return end();
}
