/* mazurka: -n 2 => assertion */
#include <assert.h>
#include <mpi.h>

/* What MPI_Test says decides. */
int main(int argc, char **argv)
{
    int rank, x = 0, flag = 0;
    MPI_Request r;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
        MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
        assert(flag);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
