/* mazurka: -n 3 => truncation|crash */
/* The room is made for the message that the probe has seen, but the receive may get the
 * larger one. */
#include "truth.h"

int main(void)
{
    int word[2], count, rank = begin();
    if (rank == 0) {
        MPI_Status status;
        MPI_Probe(ANY, 0, WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        MPI_Recv(word, count, MPI_INT, ANY, 0, WORLD, &status);
        MPI_Recv(word, 2, MPI_INT, 3 - status.MPI_SOURCE, 0, WORLD, IGNORE);
    } else {
        MPI_Send(word, rank, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
