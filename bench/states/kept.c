/* Every other rank sends one message to rank 0, which keeps the order in which they came:
 * no two histories lead to the same state. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, order[64] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 1; i < size && !rank; i++)
        MPI_Recv(&order[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    if (rank)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return rank == 0 && order[1] == 0;
}
