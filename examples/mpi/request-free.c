/* mazurka: -n 2 --keep-going => verified; 1 warning; warning[request-free]: rank 0: MPI_Request_free
 *
 * The answer proves that the message was received, but not that its buffer is free again:
 * no implementation has to be that quick. The standard allows MPI_Request_free all the
 * same, so this is a warning, and an error with --strict. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, x = 0, answer;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Isend(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
        MPI_Recv(&answer, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        x = answer;
    } else if (rank == 1) {
        MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
