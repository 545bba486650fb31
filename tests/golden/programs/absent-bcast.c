/* mazurka: -n 3 => call-mismatch|deadlock */
#include <mpi.h>

/* Rank 2 broadcasts three times, and the others four times. */
int main(int argc, char **argv)
{
    int rank, x = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 4 - (rank == 2); i++)
        MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
