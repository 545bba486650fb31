/* mazurka: -n 4 => call-mismatch|deadlock */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, x = 0, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 10; i++) {
        MPI_Allreduce(&x, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        if (rank == 2 && i == 7)
            break;
    }
    MPI_Finalize();
    return 0;
}
