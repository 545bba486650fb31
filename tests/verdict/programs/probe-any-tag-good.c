/* mazurka: -n 2 => verified */
/* From one source, a receive of any tag gets the message that a probe of any tag has
 * seen: messages keep their order. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        MPI_Status seen, got;
        int word;
        MPI_Probe(1, MPI_ANY_TAG, WORLD, &seen);
        MPI_Recv(&word, 1, MPI_INT, 1, MPI_ANY_TAG, WORLD, &got);
        assert(seen.MPI_TAG == 3 && got.MPI_TAG == 3);
        hear(1, 4);
    } else {
        tell(0, 3);
        tell(0, 4);
    }
    return end();
}
