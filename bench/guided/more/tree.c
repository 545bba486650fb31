/* hunt: -n 63
 * A reduction by a tree, with an operation that does not commute. Parents take what comes
 * first; the result is wrong if at eight certain ones the right child was the first. */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, count = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = 2 * rank + 2;
    for (int i = 0; i < 2 && right < size; i++) {
        int value;
        MPI_Status s;
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &s);
        count += value + (i == 0 && s.MPI_SOURCE == right && rank < 16 && rank % 2 == 0);
    }
    if (rank)
        MPI_Send(&count, 1, MPI_INT, (rank - 1) / 2, 0, MPI_COMM_WORLD);
    else
        assert(count < 8);
    MPI_Finalize();
    return 0;
}
