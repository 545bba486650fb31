/* mazurka: -n 3 => verified */
/* A receive with the source and tag that a probe returned gets the message that the probe
 * has seen. */
#include "truth.h"

int main(void)
{
    int word[2], rank = begin();
    if (rank == 0) {
        MPI_Status status;
        for (int i = 0; i < 2; i++) {
            int count, from;
            MPI_Probe(ANY, MPI_ANY_TAG, WORLD, &status);
            MPI_Get_count(&status, MPI_INT, &count);
            from = status.MPI_SOURCE;
            MPI_Recv(word, count, MPI_INT, from, status.MPI_TAG, WORLD, &status);
            assert(status.MPI_SOURCE == from && count == from);
        }
    } else {
        MPI_Send(word, rank, MPI_INT, 0, rank + 10, WORLD);
    }
    return end();
}
