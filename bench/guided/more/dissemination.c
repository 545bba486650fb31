/* hunt: -n 16
 * A barrier of our own, by dissemination: in step k a rank tells the one 2^k further on,
 * and hears of the one 2^k before. One rank takes what comes from any source, as the
 * steps have their own tags; but steps of the next barrier have the same tags, and a rank
 * may be told of the next barrier before this one is complete. */
#include <assert.h>
#include <mpi.h>

enum { BARRIERS = 6, STEPS = 4 };

int main(int argc, char **argv)
{
    int rank, size, n = 0, word[BARRIERS * STEPS];
    MPI_Request r[BARRIERS * STEPS];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int b = 0; b < BARRIERS; b++) {
        for (int k = 0; k < STEPS; k++) {
            int from = (rank + size - (1 << k)) % size, value;
            /* Rank 9 has one tag for the last two steps of the first barrier. */
            int all = k >= 2 && b == 0, tag = all ? 2 : k;
            word[n] = 10 * b + k;
            MPI_Isend(&word[n], 1, MPI_INT, (rank + (1 << k)) % size, tag, MPI_COMM_WORLD,
                      &r[n]);
            n++;
            MPI_Recv(&value, 1, MPI_INT, all && rank == 9 ? MPI_ANY_SOURCE : from, tag,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            assert(value / 10 == b);
            if (rank == 9 && all && k == 2)
                assert(value % 10 == 2);
        }
        if (rank)
            MPI_Send(&rank, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
        for (int i = 1, value; i < size && !rank; i++)
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
    MPI_Waitall(n, r, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
