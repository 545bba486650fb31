/* mazurka: -n 2 => local-race: writes to the buffer of MPI_Isend */
/* Every rank sends its number on and prepares the next message in the same buffer, before it
 * knows that the first has left it. The receive is fine: it has a buffer of its own. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, out, in;
    MPI_Request send, receive;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    out = rank;
    MPI_Irecv(&in, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &receive);
    MPI_Isend(&out, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &send);
    out = 10 * rank; /* belongs behind the MPI_Wait of the send */
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    printf("%d %d\n", in, out);
    MPI_Finalize();
    return 0;
}
