/* mazurka: -n 2 => assertion|non-termination+assertion */
/* mazurka: -n 2 --once => assertion */
/* mazurka: -n 2 --time 0.000001 => assertion */
/* A rank fails while another polls for its message: it polls for ever, unless MPI ends it. What has failed is told. */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, found = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    assert(rank == 0);
    while (!found)
        MPI_Iprobe(1, 0, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
