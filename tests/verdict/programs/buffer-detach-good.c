/* mazurka: -n 2 => verified */
/* Whether detaching waits for the receive or not, rank 1 receives in the order in which
 * rank 0 sends. */
#include "truth.h"

int main(void)
{
    static int a[LEN];
    if (begin() == 0) {
        int size = (int)sizeof a + MPI_BSEND_OVERHEAD;
        void *old, *buffer = malloc((size_t)size);
        MPI_Buffer_attach(buffer, size);
        MPI_Bsend(a, LEN, MPI_INT, 1, 0, WORLD);
        MPI_Buffer_detach(&old, &size);
        assert(old == buffer && size == (int)sizeof a + MPI_BSEND_OVERHEAD);
        tell(1, 1);
        free(buffer);
    } else {
        MPI_Recv(a, LEN, MPI_INT, 0, 0, WORLD, IGNORE);
        hear(0, 1);
    }
    return end();
}
