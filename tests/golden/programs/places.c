/* mazurka: -n 4 => assertion */
#include <assert.h>
#include <mpi.h>

/* Two assertions can fail; one of them is told, and that there is another. */
int main(int argc, char **argv)
{
    int rank, size, x, first = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 1; rank == 0 && i < size; i++) {
        MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        first = i == 1 ? x : first;
    }
    assert(rank || first != 2);
    assert(rank || first != 3);
    if (rank)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
