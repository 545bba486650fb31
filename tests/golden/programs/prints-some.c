/* mazurka: -n 4 --compare-output => assertion; output-differs */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>

/* What outcomes print that fail is not compared. */
int main(int argc, char **argv)
{
    int rank, size, x, last = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 1; rank == 0 && i < size; i++) {
        MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%d\n", x);
        last = x;
    }
    assert(rank || last != 2);
    if (rank)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
