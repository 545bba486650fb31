/* mazurka: -n 2 --keep-going => datatype-mismatch
 *
 * Sent as two floats, received as one double: the bytes fit, the types do not. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    float pair[2] = {1, 2};
    double number;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Recv(&number, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else if (rank == 1)
        MPI_Send(pair, 2, MPI_FLOAT, 0, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
