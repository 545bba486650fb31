/* mazurka: -n 2 --keep-going => non-termination
 *
 * Rank 0 asks again and again whether its message has come; nobody sends one. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value, done = 0;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        while (!done)
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
