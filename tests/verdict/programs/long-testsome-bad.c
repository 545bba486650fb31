/* mazurka: -n 3 --step-time 1 => non-termination|incomplete
 *
 * There are two requests, and the loop counts to three: MPI_Testsome without active requests is called for ever. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, x[2], n, which[2], got = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Request r[2];
        MPI_Irecv(&x[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r[0]);
        MPI_Irecv(&x[1], 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &r[1]);
        while (got < 3) {
            MPI_Testsome(2, r, &n, which, MPI_STATUSES_IGNORE);
            if (n != MPI_UNDEFINED)
                got += n;
        }
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
