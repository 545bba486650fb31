/* Two masters, ranks 0 and 1, that have nothing to do with each other: each adds up the
 * messages of the ranks that are its own. The product of their states must not appear. */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, sum = 0, due = 0, x = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = rank + 2; i < size && rank < 2; i += 2) {
        MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += x;
        x = 0; /* who was last is forgotten, also while the other master works on */
        due += i;
    }
    if (rank >= 2)
        MPI_Send(&rank, 1, MPI_INT, rank % 2, 0, MPI_COMM_WORLD);
    assert(sum == due);
    MPI_Finalize();
    return 0;
}
