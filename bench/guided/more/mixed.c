/* hunt: -n 9
 * Two roots broadcast four pieces each, by sends; readers take eight pieces from any
 * source and put those of one root together by whether the last piece was its own. One
 * reader is wrong if they alternate to the end. */
#include <assert.h>
#include <mpi.h>

enum { PIECES = 4 };

int main(int argc, char **argv)
{
    int rank, size, changes = 0, last = -1, count = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; rank < 2 && i < PIECES; i++)
        for (int to = 2; to < size; to++)
            MPI_Send(&i, 1, MPI_INT, to, rank, MPI_COMM_WORLD);
    for (int i = 0; rank >= 2 && i < 2 * PIECES; i++) {
        int value;
        MPI_Status s;
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        changes += s.MPI_SOURCE != last;
        last = s.MPI_SOURCE;
    }
    assert(rank != 3 || changes < 2 * PIECES);
    MPI_Reduce(&changes, &count, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
