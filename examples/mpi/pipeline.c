/* mazurka: -n 3 --keep-going => verified
 *
 * Items go through a row of stages, with persistent requests that are started again for
 * each of them. */
#include <assert.h>
#include <mpi.h>

enum { ITEMS = 3 };

int main(int argc, char **argv)
{
    int rank, size, in, out;
    MPI_Request receive = MPI_REQUEST_NULL, send = MPI_REQUEST_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank > 0)
        MPI_Recv_init(&in, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, &receive);
    if (rank < size - 1)
        MPI_Send_init(&out, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD, &send);
    for (int i = 0; i < ITEMS; i++) {
        in = i;
        if (rank > 0) {
            MPI_Start(&receive);
            MPI_Wait(&receive, MPI_STATUS_IGNORE);
        }
        out = 2 * in + 1;
        if (rank < size - 1) {
            MPI_Start(&send);
            MPI_Wait(&send, MPI_STATUS_IGNORE);
        } else {
            assert(out + 1 == (i + 1) << size);
        }
    }
    if (rank > 0)
        MPI_Request_free(&receive);
    if (rank < size - 1)
        MPI_Request_free(&send);
    MPI_Finalize();
    return 0;
}
