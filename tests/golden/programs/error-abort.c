/* mazurka: -n 2 => exit-code|crash */
#include <mpi.h>
#include <stdio.h>

static void check(int code)
{
    if (code != MPI_SUCCESS) {
        fprintf(stderr, "MPI failed\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(int argc, char **argv)
{
    int rank, x[2] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        check(MPI_Recv(x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    else
        check(MPI_Send(x, 2, MPI_INT, 0, 0, MPI_COMM_WORLD));
    MPI_Finalize();
    return 0;
}
