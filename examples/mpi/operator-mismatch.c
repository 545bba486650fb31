/* mazurka: -n 2 --keep-going => operator-mismatch
 *
 * One rank wants the sum, the other the maximum. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, result;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(&rank, &result, 1, MPI_INT, rank ? MPI_MAX : MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
