/* hunt: -n 64
 * The root gathers from all. It takes the first message for the smallest, and is wrong if
 * that comes from the last rank. */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, first = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        for (int i = 1, value; i < size; i++) {
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            first = i == 1 ? value : first;
        }
        assert(first != size - 1);
    }
    MPI_Finalize();
    return 0;
}
