/* Rank 0 expects the first message to be that of rank 1: of 64 ranks, 62 others can be
 * first. */
#include <mpi.h>
#include <assert.h>
int main(int argc, char **argv)
{
    int rank, size, x = 0, first = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        for (int i = 2; i < size; i++)
            MPI_Recv(&x, 1, MPI_INT, i == first ? 1 : i, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        assert(first == 1);
    } else
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Reduce(&rank, &x, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Finalize();
}
