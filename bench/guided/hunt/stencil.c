/* hunt: -n 24
 * Residuals of a stencil are collected by a tree of ranks, three times. A parent takes
 * its children's as they come, and adds the first one twice if it comes from the right
 * child in the second step, and the left one's is still on its way in the third. */
#include <assert.h>
#include <mpi.h>

enum { STEPS = 4 };

int main(int argc, char **argv)
{
    int rank, size, early = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = 2 * rank + 1, right = 2 * rank + 2;
    int children = (left < size) + (right < size);
    for (int step = 0; step < STEPS; step++) {
        int sum = 1;
        for (int i = 0; i < children; i++) {
            int value;
            MPI_Status s;
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, step, MPI_COMM_WORLD, &s);
            if (rank == 1 && step < 3 && i == 0 && s.MPI_SOURCE == right)
                early++;
            sum += value;
        }
        if (rank == 1 && early == 3)
            sum++;
        if (rank)
            MPI_Send(&sum, 1, MPI_INT, (rank - 1) / 2, step, MPI_COMM_WORLD);
        else
            assert(sum == size);
    }
    MPI_Finalize();
    return 0;
}
