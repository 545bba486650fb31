/* mazurka: -n 4 => invalid-argument: rank 0: MPI_Scatter reads 32 bytes from a heap block of 16 bytes */
/* cc: -O0 */
/* The root has less than it is to send; what lies behind it, perhaps the buffer to receive into, is not the point. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int *all = calloc(4, sizeof *all), *mine = calloc(8, sizeof *mine);
    MPI_Scatter(all, 2, MPI_INT, mine, 2, MPI_INT, 0, MPI_COMM_WORLD);
    free(all);
    free(mine);
    MPI_Finalize();
    return 0;
}
