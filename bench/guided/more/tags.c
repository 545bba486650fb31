/* hunt: -n 7
 * Five phases; in each, six workers send one message. The server mixes up the tags of the
 * last phase if in the first three a certain worker was the first. */
#include <assert.h>
#include <mpi.h>

enum { PHASES = 5 };

int main(int argc, char **argv)
{
    int rank, size, mixed = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int phase = 0; phase < PHASES; phase++) {
        if (rank) {
            MPI_Send(&rank, 1, MPI_INT, 0, phase, MPI_COMM_WORLD);
            continue;
        }
        for (int i = 1, value; i < size; i++) {
            int tag = phase == PHASES - 1 && mixed == 3 && i == 1 ? PHASES : phase;
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            mixed += phase < 3 && i == 1 && value == 2 * phase + 2;
        }
    }
    MPI_Finalize();
    return 0;
}
