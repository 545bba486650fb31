/* mazurka: -n 3 --keep-going => unmatched-message, missing-wait, potential-deadlock, request-free */
/* What one call sends and nobody receives is one finding, and so is what it would
 * receive. */
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, x[2] = {0};
    MPI_Request r;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int tag = 0; tag < 20 && rank == 0; tag++)
        MPI_Send(&x[0], 0, MPI_INT, 1, tag, MPI_COMM_WORLD);
    for (int to = 0; to < 2 && rank == 2; to++)
        MPI_Send(&x[0], 0, MPI_INT, to, 30 + to, MPI_COMM_WORLD);
    for (int tag = 40; tag < 43 && rank == 1; tag++) {
        MPI_Irecv(&x[1], 0, MPI_INT, 2, tag, MPI_COMM_WORLD, &r);
        MPI_Request_free(&r);
    }
    MPI_Finalize();
    return 0;
}
