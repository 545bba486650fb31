/* mazurka: -n 3 => assertion */
#include <assert.h>
#include <mpi.h>

/* Which request MPI_Waitany completes decides, and what MPI_Test says. */
int main(int argc, char **argv)
{
    int rank, x[2], which, flag = 0;
    MPI_Request r[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(&x[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r[0]);
        MPI_Irecv(&x[1], 1, MPI_INT, 2, 5, MPI_COMM_WORLD, &r[1]);
        MPI_Waitany(2, r, &which, MPI_STATUS_IGNORE);
        assert(which == 0);
        MPI_Test(&r[1], &flag, MPI_STATUS_IGNORE);
        if (!flag)
            MPI_Wait(&r[1], MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, rank == 2 ? 5 : 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
