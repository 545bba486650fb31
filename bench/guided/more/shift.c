/* hunt: -n 20 --buffering infinite
 * Values are shifted round a ring of twenty, six times, by MPI_Sendrecv; then rank 0
 * collects them in any order. In the second shift, rank 11 takes its value from any
 * source; a neighbour on the other side tells it something with the same tag, once, when
 * it has heard of rank 0's collection before. */
#include <assert.h>
#include <mpi.h>

enum { SHIFTS = 6, TAG = 3, COLLECT };

int main(int argc, char **argv)
{
    int rank, size, value, in;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    value = rank;
    MPI_Request hint = MPI_REQUEST_NULL;
    int word = -1;
    for (int shift = 0; shift < SHIFTS; shift++) {
        int from = rank == 11 && shift == 1 ? MPI_ANY_SOURCE : (rank + size - 1) % size;
        if (rank == 14 && shift == 1)
            MPI_Isend(&word, 1, MPI_INT, 11, TAG, MPI_COMM_WORLD, &hint);
        MPI_Sendrecv(&value, 1, MPI_INT, (rank + 1) % size, TAG, &in, 1, MPI_INT, from,
                     TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        assert(in >= 0);
        value = in;
        if (rank)
            MPI_Send(&value, 1, MPI_INT, 0, COLLECT, MPI_COMM_WORLD);
        for (int i = 1; i < size && !rank; i++)
            MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, COLLECT, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
    if (rank == 11)
        MPI_Recv(&in, 1, MPI_INT, 14, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&hint, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
