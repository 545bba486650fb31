/* mazurka: -n 3 => deadlock */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, x = 0, y;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 500; i++) {
        MPI_Sendrecv(&x, 1, MPI_INT, (rank + 1) % size, i, &y, 1, MPI_INT, (rank + size - 1) % size,
                     i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        x += y;
    }
    if (rank == 0)
        MPI_Recv(&y, 1, MPI_INT, 1, 500, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
