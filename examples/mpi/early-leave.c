/* mazurka: -n 3 --keep-going => assertion; decisive: step 5, rank 2
 *
 * A broadcast is no barrier: its root need not wait for anybody. Rank 1 makes sure that
 * its message has been received before it takes part; but rank 0 may have left by then,
 * and its message may come first. With MPI_Barrier instead of MPI_Bcast it could not. */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, x = 0;
    MPI_Status first;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        MPI_Ssend(&x, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    if (rank < 2)
        MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Send(&x, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    if (rank == 2) {
        MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &first);
        assert(first.MPI_SOURCE == 1);
        MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
