/* mazurka: -n 3 => deadlock */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, left, right, x[3] = {0};
    MPI_Request request[4];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    MPI_Irecv(&x[0], 1, MPI_INT, left, 1, MPI_COMM_WORLD, &request[0]);
    MPI_Irecv(&x[2], 1, MPI_INT, right, 2, MPI_COMM_WORLD, &request[1]);
    MPI_Isend(&x[1], 1, MPI_INT, left, 1, MPI_COMM_WORLD, &request[2]);
    MPI_Isend(&x[1], 1, MPI_INT, right, 2, MPI_COMM_WORLD, &request[3]);
    MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
