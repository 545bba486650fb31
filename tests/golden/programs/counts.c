/* mazurka: -n 3 => finding */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, x[8] = {0}, sum[8];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(x, sum, rank == 1 ? 4 : 8, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
