/* hunt: -n 12
 * Ranks send sorted numbers to one that merges them. It assumes that of two messages with
 * the same key the one of the lower rank has come first. */
#include <assert.h>
#include <mpi.h>

enum { EACH = 4 };

int main(int argc, char **argv)
{
    int rank, size, last[128] = {0}, n = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; rank && i < EACH; i++) {
        int key = i * 100 + rank;
        MPI_Send(&key, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    for (int i = 0; !rank && i < EACH * (size - 1); i++) {
        int key;
        MPI_Recv(&key, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        last[n++] = key;
        if (n == 2) /* the second message may not be the second one of the last rank */
            assert(!(last[0] == size - 1 && last[1] == 100 + size - 1));
    }
    MPI_Finalize();
    return 0;
}
