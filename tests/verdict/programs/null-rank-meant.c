/* mpich: compiles */
/* Nobody is meant; the name stands in a header that has nothing but macros, of which the debugging
 * information knows nothing. */
#include "null-rank-meant.h"
#include <mpi.h>

/* mazurka: -n 3 => verified!any */
int main(int argc, char **argv)
{
    int rank, size, x = 1, y = 2;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = rank ? rank - 1 : NO_NEIGHBOUR,
        right = rank < size - 1 ? rank + 1 : NO_NEIGHBOUR;
    MPI_Sendrecv(&x, 1, MPI_INT, right, 0, &y, 1, MPI_INT, left, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
