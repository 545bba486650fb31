/* mazurka: -n 3 => verified */
/* Probes have seen both messages: an Iprobe for either is true, until it is received. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        int flag;
        MPI_Probe(1, 0, WORLD, IGNORE);
        MPI_Probe(2, 0, WORLD, IGNORE);
        MPI_Iprobe(1, 0, WORLD, &flag, IGNORE);
        assert(flag);
        hear(1, 0);
        MPI_Iprobe(2, 0, WORLD, &flag, IGNORE);
        assert(flag);
        MPI_Iprobe(1, 0, WORLD, &flag, IGNORE);
        assert(!flag);
        hear(2, 0);
    } else {
        tell(0, 0);
    }
    return end();
}
