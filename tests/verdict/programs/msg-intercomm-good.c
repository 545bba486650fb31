/* mazurka: -n 3 => verified */
/* Ranks of an intercommunicator are those of the other group. */
#include "truth.h"

int main(void)
{
    int rank = begin(), x = rank, size;
    MPI_Comm half, both;
    MPI_Status status;
    MPI_Comm_split(WORLD, rank > 0, 0, &half);
    MPI_Intercomm_create(half, 0, WORLD, rank > 0 ? 0 : 1, 9, &both);
    MPI_Comm_remote_size(both, &size);
    assert(size == (rank > 0 ? 1 : 2));
    if (rank == 2) {
        MPI_Send(&x, 1, MPI_INT, 0, 0, both);
    } else if (rank == 0) {
        MPI_Recv(&x, 1, MPI_INT, ANY, 0, both, &status);
        assert(x == 2 && status.MPI_SOURCE == 1);
    }
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
    return end();
}
