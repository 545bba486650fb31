/* mazurka: -n 2 -a match => verified
 *
 * A probe that sees a message, and a receive that takes it, as often as one likes: it is
 * no loop that asks in vain. */
#include "truth.h"

#define ROUNDS 1500

int main(int argc, char **argv)
{
    int rank, value;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < ROUNDS; i++) {
        if (rank == 0) {
            MPI_Send(&i, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        } else {
            MPI_Probe(0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            assert(value == i);
        }
    }
    MPI_Finalize();
    return 0;
}
