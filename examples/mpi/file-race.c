/* mazurka: -n 3 --keep-going => file-race; looks for settings, and rank 0 makes settings
 *
 * Rank 0 writes the settings and all read them; but a broadcast from rank 1 does not say
 * that rank 0 is done. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, steps = 0, ready = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        FILE *f = fopen("settings", "w");
        fprintf(f, "steps 10\n");
        fclose(f);
    }
    MPI_Bcast(&ready, 1, MPI_INT, 1, MPI_COMM_WORLD);
    if (rank == 2) {
        FILE *f = fopen("settings", "r");
        if (f && fscanf(f, "steps %d", &steps) == 1)
            printf("%d steps\n", steps);
    }
    MPI_Finalize();
    return 0;
}
