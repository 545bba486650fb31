/* mazurka: -n 2 --buffering 1k -- 128 => verified */
/* mazurka: -n 2 --buffering 1k -- 129 => deadlock */
/* mazurka: -n 2 -- 1 => potential-deadlock */
/* Each sends before it receives, so many numbers. */
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, n = argc > 1 ? atoi(argv[1]) : 1;
    double *mine = calloc((size_t)n, sizeof *mine), *theirs = calloc((size_t)n, sizeof *theirs);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Send(mine, n, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Recv(theirs, n, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(mine);
    free(theirs);
    MPI_Finalize();
    return 0;
}
