/* mazurka: -n 2 => deadlock */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, x = 0;
    MPI_Comm work;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &work);
    if (rank == 0)
        MPI_Recv(&x, 1, MPI_INT, 1, 0, work, MPI_STATUS_IGNORE);
    else
        MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Comm_free(&work);
    MPI_Finalize();
    return 0;
}
