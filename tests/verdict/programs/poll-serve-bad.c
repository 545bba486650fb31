/* mazurka: -n 2 => non-termination */
/* mazurka: -n 2 -a states => non-termination */
/* A server that polls and receives waits for one message more than there are. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, x = 0, found, served = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        while (served < 2) {
            MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
            if (found) {
                MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                served++;
            }
        }
    } else {
        MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
