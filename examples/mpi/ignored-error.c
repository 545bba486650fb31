/* mazurka: -n 2 --keep-going => deadlock; note[ignored-error]; earlier: rank 1, ignored-error.c:17: MPI_Send returned MPI_ERR_RANK
 *
 * The program asks for error codes and does not look at them. What goes wrong much later
 * has its reason here. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, x = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Send(&x, 1, MPI_INT, (rank + 1), 0, MPI_COMM_WORLD); /* modulo size */
    MPI_Finalize();
    return 0;
}
