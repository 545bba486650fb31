/* mazurka: -n 2 => verified+request-free */
/* mazurka: -n 2 -- early => local-race */
/* A send whose request is freed is known to be complete when its receiver has answered, be the
 * request freed before the answer or after it (MPI-4.1, example 3.15). */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, answer = 0;
    MPI_Request r;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!rank) {
        int *data = calloc(100, sizeof *data);
        MPI_Issend(data, 100, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
        if (argc == 1)
            MPI_Recv(&answer, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Request_free(&r);
        free(data);
        if (argc > 1)
            MPI_Recv(&answer, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        int data[100];
        MPI_Recv(data, 100, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&answer, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
