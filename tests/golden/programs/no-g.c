/* mazurka: -n 2 => deadlock */
/* cc: -g0 */
#include <mpi.h>

void exchange(int rank);
void exchange(int rank)
{
    int x = 0;
    if (rank == 0)
        MPI_Recv(&x, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Send(&x, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    exchange(rank);
    MPI_Finalize();
    return 0;
}
