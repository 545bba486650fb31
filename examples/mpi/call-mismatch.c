/* mazurka: -n 3 --keep-going => call-mismatch
 *
 * One rank is in a barrier where the others are in a reduction. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        MPI_Barrier(MPI_COMM_WORLD);
    else
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
