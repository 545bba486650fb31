/* hunt: -n 9
 * Three mergers, each of two streams of eight items, and a sink. A merger that takes six
 * items of its left stream before any of the right one runs out of room for the right
 * one; the sink notices if all three did. */
#include <assert.h>
#include <mpi.h>

enum { ITEMS = 8 };

int main(int argc, char **argv)
{
    int rank, size, full = 0, all = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int merger = rank % 3 * 3;
    if (rank % 3) {
        int to = rank - rank % 3;
        for (int i = 0; i < ITEMS; i++)
            MPI_Send(&i, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
    } else {
        int left = 0, right = 0;
        for (int i = 0; i < 2 * ITEMS; i++) {
            int value;
            MPI_Status s;
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &s);
            left += s.MPI_SOURCE == rank + 1;
            right += s.MPI_SOURCE == rank + 2;
            full |= right == 4 && left <= 1;
        }
    }
    (void)merger;
    MPI_Reduce(&full, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    assert(rank || all < 3);
    MPI_Finalize();
    return 0;
}
