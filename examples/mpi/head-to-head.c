/* mazurka: -n 2 --keep-going => potential-deadlock
 * mazurka: -n 2 --buffering infinite --keep-going => verified
 * mazurka: -n 2 --buffering zero --keep-going => deadlock
 *
 * Both ranks send before they receive. Whether that works is up to MPI: it does as long
 * as it copies the messages away, and hangs when they are too large for that. */
#include <mpi.h>

enum { COUNT = 1000 };

int main(int argc, char **argv)
{
    int rank;
    double mine[COUNT] = {0}, theirs[COUNT];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank < 2) {
        MPI_Send(mine, COUNT, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD);
        MPI_Recv(theirs, COUNT, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
