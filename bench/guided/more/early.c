/* hunt: -n 6
 * Thirty rounds in which five ranks send to rank 0. In the third round, if they come in
 * the order 4 2 5 .. .., a table is left in a state that shows only at the end. */
#include <assert.h>
#include <mpi.h>

enum { ROUNDS = 30 };

int main(int argc, char **argv)
{
    int rank, size, value, table = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int round = 0; round < ROUNDS; round++) {
        int order = 0;
        for (int i = 1; i < size && !rank; i++) {
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            order = i <= 3 ? 10 * order + value : order;
        }
        if (rank)
            MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        table |= round == 2 && order == 425;
    }
    assert(!table);
    MPI_Finalize();
    return 0;
}
