/* hunt: -n 13
 * A quorum: the first five of twelve answers decide. With all odd ranks but the last
 * among them, the decision is wrong. */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, odd = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int round = 0; round < 2; round++) {
        if (rank)
            MPI_Send(&rank, 1, MPI_INT, 0, round, MPI_COMM_WORLD);
        for (int i = 1, value; !rank && i < size; i++) {
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, round, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            odd += !round && i <= 5 && value % 2 && value < 11;
        }
    }
    assert(odd < 5);
    MPI_Finalize();
    return 0;
}
