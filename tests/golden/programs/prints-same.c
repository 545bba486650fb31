/* mazurka: -n 3 --compare-output => verified */
#include <mpi.h>
#include <stdio.h>

/* The order of messages does not show in what is printed. */
int main(int argc, char **argv)
{
    int rank, size, x, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 1; rank == 0 && i < size; i++) {
        MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += x;
    }
    if (rank == 0)
        printf("the sum is %d\n", sum);
    else
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
