/* mazurka: -n 2 --keep-going => verified
 *
 * Rank 0 looks once whether its message is there, does something else if not, and waits
 * then. */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0, done, spare = 0;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (!done) {
            spare++;
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        assert(value == 42 && spare <= 1);
    } else if (rank == 1) {
        value = 42;
        MPI_Ssend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
