/* mazurka: -n 2 => potential-deadlock */
/* mazurka: -n 2 --buffering infinite => verified */
/* MPI_Buffer_flush waits until the messages have left the buffer, which may need receives that both ranks make later. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, x = 0, y, bytes;
    void *at;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0);
    MPI_Bsend(&x, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Buffer_flush();
    MPI_Recv(&y, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&at, &bytes);
    return MPI_Finalize();
}
