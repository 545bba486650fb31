/* mazurka: -n 2 --uninitialised => verified!any */
/* What is sent was set, or received, or comes from calloc; what was not is neither sent nor looked at. */
#include "truth.h"

int main(void)
{
    int rank = begin(), unset[4], *some = malloc(4 * sizeof *some), *zero = calloc(4, sizeof *zero);
    some[2] = unset[1] = rank;
    some = realloc(some, 4096 * sizeof *some);
    if (rank == 0) {
        MPI_Send(&some[2], 1, MPI_INT, 1, 0, WORLD);
        MPI_Send(&unset[1], 1, MPI_INT, 1, 1, WORLD);
        MPI_Send(zero, 4, MPI_INT, 1, 2, WORLD);
    } else {
        int got[3] = {0};
        MPI_Recv(&got[0], 1, MPI_INT, 0, 0, WORLD, IGNORE);
        MPI_Recv(&got[1], 1, MPI_INT, 0, 1, WORLD, IGNORE);
        MPI_Recv(zero, 4, MPI_INT, 0, 2, WORLD, IGNORE);
    }
    MPI_Allreduce(&rank, &unset[0], 1, MPI_INT, MPI_SUM, WORLD);
    assert(unset[0] == 1);
    free(some);
    free(zero);
    return end();
}
