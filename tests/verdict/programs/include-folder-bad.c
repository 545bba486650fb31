/* mazurka: -n 3 => deadlock; earlier: rank 0, include-folder-bad.c:12: MPI_Send returned MPI_ERR_RANK; !earlier: rank 1 */
/* The header by its other name. All ranks get the same error before they wait for ever, and it is told once. */
#include <mpi/mpi.h>

int main(int argc, char **argv)
{
    int rank, x = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    /* nobody is rank 7 */
    MPI_Send(&x, 1, MPI_INT, 7, 0, MPI_COMM_WORLD);
    MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
