/* mazurka: -n 3 => non-termination */
#include <mpi.h>

/* The manager waits for three results, and there are two workers. */
int main(int argc, char **argv)
{
    int rank, x = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (int got = 0; got < 3;) {
            int there;
            MPI_Status status;
            MPI_Iprobe(MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &there, &status);
            if (!there)
                continue;
            MPI_Recv(&x, 1, MPI_INT, status.MPI_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            got++;
        }
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
