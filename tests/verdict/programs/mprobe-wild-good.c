/* mazurka: -n 3 => verified */
/* What Mprobe matched is what Mrecv gets, whatever has been received since. */
#include "truth.h"

int main(void)
{
    int rank = begin(), x = 0;
    if (rank == 0) {
        MPI_Message message;
        MPI_Status status, other;
        MPI_Mprobe(ANY, 0, WORLD, &message, &status);
        MPI_Recv(&x, 1, MPI_INT, ANY, 0, WORLD, &other);
        assert(x == other.MPI_SOURCE && x != status.MPI_SOURCE);
        MPI_Mrecv(&x, 1, MPI_INT, &message, IGNORE);
        assert(x == status.MPI_SOURCE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
