/* mazurka: -n 2 => non-termination */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, x = 0, done = 0;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(&x, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, &request);
        while (!done)
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&x, 1, MPI_INT, 0, 8, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
