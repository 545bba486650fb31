/* mazurka: -n 2 => incomplete */
#include <mpi.h>

/* The result depends on how often rank 0 has asked. */
int main(int argc, char **argv)
{
    int rank, x = 0, done = 0, asked = 0;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        while (!done) {
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
            asked++;
        }
        MPI_Send(&asked, 1, MPI_INT, 1, asked % 100, MPI_COMM_WORLD);
    } else {
        MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Recv(&x, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
