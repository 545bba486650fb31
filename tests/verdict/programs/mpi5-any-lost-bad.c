/* mazurka: -n 2 => non-termination */
/* MPI_Request_get_status_any polls for a message that nobody sends. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, x, index, flag = 0;
    MPI_Request r;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
        while (!flag)
            MPI_Request_get_status_any(1, &r, &index, &flag, MPI_STATUS_IGNORE);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    }
    return MPI_Finalize();
}
