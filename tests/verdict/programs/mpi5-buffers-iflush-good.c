/* mazurka: -n 2 => verified!any */
/* The request of MPI_Buffer_iflush waits for messages that are in the buffer, and for no later one; it is complete once
 * they are received. A test of it may fail before. */
#include <assert.h>
#include <mpi.h>

static char room[8192];

int main(int argc, char **argv)
{
    int rank, x = 0, y, bytes, flag;
    void *at;
    MPI_Request first, second;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Buffer_attach(room, sizeof room);
    MPI_Bsend(&x, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD);
    MPI_Bsend(&x, 1, MPI_INT, 1 - rank, 2, MPI_COMM_WORLD);
    MPI_Buffer_iflush(&first);
    MPI_Buffer_iflush(&second);
    MPI_Test(&second, &flag, MPI_STATUS_IGNORE);
    MPI_Bsend(&x, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD);
    MPI_Recv(&y, 1, MPI_INT, 1 - rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&y, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&first, MPI_STATUS_IGNORE);
    MPI_Wait(&second, MPI_STATUS_IGNORE);
    assert(first == MPI_REQUEST_NULL && second == MPI_REQUEST_NULL);
    MPI_Recv(&y, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&at, &bytes);
    return MPI_Finalize();
}
