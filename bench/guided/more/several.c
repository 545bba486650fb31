/* hunt: -n 25
 * Five servers, each with four clients that send three messages. It goes wrong if all
 * five servers hear of their last client first. */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, first = 0, all = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int server = rank / 5 * 5;
    for (int i = 0; rank != server && i < 3; i++)
        MPI_Send(&rank, 1, MPI_INT, server, 0, MPI_COMM_WORLD);
    for (int i = 0, value; rank == server && i < 12; i++) {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        first = i ? first : value == server + 4;
    }
    MPI_Reduce(&first, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    assert(rank || all < 5);
    MPI_Finalize();
    return 0;
}
