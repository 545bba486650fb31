/* mazurka: -n 3 --keep-going => missing-finalize; rank 2: it ends without MPI_Finalize; MPI_Comm_rank at missing-finalize.c
 * mazurka: -n 2 --keep-going => verified
 *
 * A rank for which there is no work leaves early, and forgets what all have to do. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, x = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank > 1)
        return 0;
    if (rank == 0)
        MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
