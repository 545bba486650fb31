/* mazurka: -n 3 => non-termination */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, x[2], done = 0;
    MPI_Request request[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(&x[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request[0]);
        MPI_Irecv(&x[1], 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &request[1]);
        while (!done)
            MPI_Testall(2, request, &done, MPI_STATUSES_IGNORE);
    }
    if (rank == 1)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
