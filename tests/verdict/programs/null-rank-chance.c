/* mpich: compiles */
/* A rank of -1 in a program that does not say anywhere that nobody may be a neighbour. */
#include <mpi.h>
#include <string.h>

/* mazurka: -n 3 -- receive => verified+null-rank: MPI_Recv: the source is -1, so nothing is received */
/* mazurka: -n 3 -- persistent => verified+null-rank: MPI_Start: the source is -1 */
/* mazurka: -n 3 -- send => verified+null-rank: MPI_Send: the destination is -1, so nothing is sent */
/* mazurka: -n 3 -- right => verified!any */
int main(int argc, char **argv)
{
    int rank, size, x = 1, y = 2;
    MPI_Request q;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = (rank - 1) % size;
    if (!strcmp(argv[1], "receive")) {
        if (rank < size - 1)
            MPI_Send(&x, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
        MPI_Recv(&y, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (!strcmp(argv[1], "persistent")) {
        MPI_Recv_init(&y, 1, MPI_INT, left, 0, MPI_COMM_WORLD, &q);
        MPI_Start(&q);
        if (rank < size - 1)
            MPI_Send(&x, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
        MPI_Wait(&q, MPI_STATUS_IGNORE);
        MPI_Request_free(&q);
    } else if (!strcmp(argv[1], "send")) {
        MPI_Send(&x, 1, MPI_INT, left, 0, MPI_COMM_WORLD);
        if (rank < size - 1)
            MPI_Recv(&y, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        left = (rank - 1 + size) % size;
        MPI_Sendrecv(&x, 1, MPI_INT, (rank + 1) % size, 0, &y, 1, MPI_INT, left, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
