/* mazurka: -n 3 => deadlock */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, x[8], which;
    MPI_Request request[8];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        for (int i = 1; i < size; i++)
            MPI_Irecv(&x[i - 1], 1, MPI_INT, i, 10 + i, MPI_COMM_WORLD, &request[i - 1]);
        for (int i = 1; i < size; i++)
            MPI_Waitany(size - 1, request, &which, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 11, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
