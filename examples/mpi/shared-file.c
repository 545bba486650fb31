/* mazurka: -n 3 --keep-going => verified
 *
 * Rank 0 writes the settings, and the barrier says that it is done; all read them, and each
 * adds a line to the log, which nobody reads. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, steps = 0;
    FILE *f;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        f = fopen("settings", "w");
        fprintf(f, "steps 10\n");
        fclose(f);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    f = fopen("settings", "r");
    if (!f || fscanf(f, "steps %d", &steps) != 1 || steps != 10)
        MPI_Abort(MPI_COMM_WORLD, 1);
    fclose(f);
    f = fopen("log", "a");
    fprintf(f, "rank %d: %d steps\n", rank, steps);
    fclose(f);
    MPI_Finalize();
    return 0;
}
