/* mazurka: -n 2 => local-race: the attached buffer */
/* The buffer of a communicator belongs to MPI until it is detached; a flush is not enough. */
#include <mpi.h>

static char room[8192];

int main(int argc, char **argv)
{
    int rank, x = 0, bytes;
    void *at;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_attach_buffer(MPI_COMM_WORLD, room, sizeof room);
    if (rank == 0)
        MPI_Bsend(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Comm_flush_buffer(MPI_COMM_WORLD);
    room[0] = 1;
    MPI_Comm_detach_buffer(MPI_COMM_WORLD, &at, &bytes);
    return MPI_Finalize();
}
