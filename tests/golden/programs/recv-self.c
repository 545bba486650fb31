/* mazurka: -n 2 => deadlock */
/* The neighbour is computed from the wrong number. */
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, other = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Recv(&other, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
