/* hunt: -n 12
 * Every rank tells all others how long it has been up, and follows the oldest that it has
 * heard of when half of them have answered. A few may follow the second oldest, or the
 * third, but not more than that: so it was thought. */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, best, agreed = 0;
    MPI_Request request[64];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    best = rank;
    for (int to = 0; to < size; to++)
        MPI_Isend(&rank, 1, MPI_INT, to, 0, MPI_COMM_WORLD, &request[to]);
    for (int i = 0; i < size; i++) {
        int other;
        MPI_Recv(&other, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        if (i < size / 2 && other < best)
            best = other;
    }
    MPI_Waitall(size, request, MPI_STATUSES_IGNORE);
    MPI_Reduce(&best, &agreed, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
    assert(rank || agreed < 4);
    MPI_Finalize();
    return 0;
}
