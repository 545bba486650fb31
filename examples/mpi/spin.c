/* mazurka: -n 2 --step-time 1 --keep-going => non-termination
 *
 * A loop that waits for a variable that nobody changes: ranks share no memory. */
#include <mpi.h>

static volatile int ready;

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        ready = 1;
    while (!ready)
        ;
    MPI_Finalize();
    return 0;
}
