/* hunt: -n 8
 * Three rounds; in each, seven ranks send to rank 0, which keeps them sorted by insertion
 * at the end. In the second round there is no room if they come in descending order. */
#include <assert.h>
#include <mpi.h>

enum { ROUNDS = 3 };

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int round = 0; round < ROUNDS; round++) {
        int moves = 0, last = 0;
        if (rank)
            MPI_Send(&rank, 1, MPI_INT, 0, round, MPI_COMM_WORLD);
        for (int i = 1, value; !rank && i < size; i++) {
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, round, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            moves += value < last;
            last = value;
        }
        assert(round != 1 || moves < size - 2);
    }
    MPI_Finalize();
    return 0;
}
