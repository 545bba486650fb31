/* Neighbours exchange numbers three times, all of them add up, and then everybody waits
 * for the next one: a cycle of all ranks. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, n, mine = 1, theirs;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    int left = (rank + n - 1) % n, right = (rank + 1) % n;
    for (int i = 0; i < 3; i++) {
        if (rank % 2 == 0)
            MPI_Send(&mine, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
        MPI_Recv(&theirs, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank % 2)
            MPI_Send(&mine, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
        MPI_Allreduce(&mine, &theirs, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Recv(&theirs, 1, MPI_INT, right, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
