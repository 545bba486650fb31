/* mazurka: -n 2 => invalid-argument: which has ... in use */
/* The communicator has a buffer for one message, and the larger one of the process does not help it. */
#include <mpi.h>

static char large[8192], small[4 + MPI_BSEND_OVERHEAD];

int main(int argc, char **argv)
{
    int rank, x = 0, bytes;
    void *at;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Buffer_attach(large, sizeof large);
    MPI_Comm_attach_buffer(MPI_COMM_WORLD, small, sizeof small);
    if (rank == 0) {
        MPI_Bsend(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Bsend(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Comm_detach_buffer(MPI_COMM_WORLD, &at, &bytes);
    MPI_Buffer_detach(&at, &bytes);
    return MPI_Finalize();
}
