/* mazurka: -n 2 => verified */
/* A message that a probe has seen can be received: a probe that it fits sees it, until it
 * is received. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        int flag;
        MPI_Probe(ANY, MPI_ANY_TAG, WORLD, IGNORE);
        MPI_Iprobe(1, 5, WORLD, &flag, IGNORE);
        assert(flag);
        MPI_Iprobe(ANY, MPI_ANY_TAG, WORLD, &flag, IGNORE);
        assert(flag);
        hear(1, 5);
    } else {
        tell(0, 5);
    }
    return end();
}
