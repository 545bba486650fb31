/* mazurka: -n 3 -a states => invalid-argument: it was completed or freed before */
/* mazurka: -n 3 -a states --exact => invalid-argument: it was completed or freed before */
/* mazurka: -n 3 -a match => invalid-argument: it was completed or freed before */
/* In one outcome a copy of a request is waited for that is complete; another request was made since. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, x = 0, y = 0, first = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Request a, b, old;
        MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Irecv(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &a);
        old = a;
        MPI_Wait(&a, MPI_STATUS_IGNORE);
        MPI_Irecv(&y, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &b);
        MPI_Wait(first == 2 ? &old : &b, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
        if (rank == 1) {
            MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
            MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        }
    }
    MPI_Finalize();
    return 0;
}
