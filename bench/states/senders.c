/* Every other rank sends one message to rank 0, which adds up what it gets: so many
 * outcomes as there are orders, and as many states as there are sets of messages. */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 1; i < size && !rank; i++) {
        int x;
        MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += x;
    }
    if (rank)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    assert(rank || sum == size * (size - 1) / 2);
    MPI_Finalize();
    return 0;
}
