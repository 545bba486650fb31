/* mazurka: -n 2 --buffering infinite --keep-going => unmatched-message
 *
 * The tags differ by mistake: rank 0 never receives what rank 1 sends, and goes on
 * without, as it only looks whether something is there. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 7, there;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        MPI_Send(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Iprobe(1, 1, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
        if (there)
            MPI_Recv(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
