/* mazurka: -n 3 => assertion */
/* Mprobe from any source may match another message than the probe has seen. */
#include "truth.h"

int main(void)
{
    int word;
    if (begin() == 0) {
        MPI_Status seen, got;
        MPI_Message message;
        MPI_Probe(ANY, 0, WORLD, &seen);
        MPI_Mprobe(ANY, 0, WORLD, &message, &got);
        MPI_Mrecv(&word, 1, MPI_INT, &message, IGNORE);
        hear(ANY, 0);
        assert(seen.MPI_SOURCE == got.MPI_SOURCE);
    } else {
        tell(0, 0);
    }
    return end();
}
