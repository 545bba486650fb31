/* mazurka: -n 2 => verified */
/* A message that was sent before a barrier arrives at some time: Probe waits for it. */
#include "truth.h"

int main(void)
{
    MPI_Request request;
    MPI_Status status;
    int word = 0;
    if (begin() == 0) {
        MPI_Barrier(WORLD);
        MPI_Probe(ANY, MPI_ANY_TAG, WORLD, &status);
        assert(status.MPI_SOURCE == 1 && status.MPI_TAG == 0);
        hear(1, 0);
    } else {
        MPI_Isend(&word, 1, MPI_INT, 0, 0, WORLD, &request);
        MPI_Barrier(WORLD);
        MPI_Wait(&request, IGNORE);
    }
    return end();
}
