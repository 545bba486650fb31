/* mazurka: -n 2 => deadlock */
#include <mpi.h>

enum { WORK = 1, RESULT = 2 };

int main(int argc, char **argv)
{
    int rank, x = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Recv(&x, 1, MPI_INT, 1, WORK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Send(&x, 1, MPI_INT, 0, RESULT, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
