/* mazurka: -n 3 --keep-going => crash
 *
 * Rank 0 uses a table that the first message is to bring, but the request to look
 * something up can come first. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { TABLE, LOOKUP };

int main(int argc, char **argv)
{
    int rank, *table = NULL, index = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        for (int i = 0; i < 2; i++) {
            MPI_Status status;
            MPI_Recv(&index, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
                     &status);
            if (status.MPI_TAG == TABLE)
                table = calloc((size_t)index, sizeof *table);
            else
                printf("%d\n", table[index]);
        }
    else if (rank == 1)
        MPI_Send(&(int){10}, 1, MPI_INT, 0, TABLE, MPI_COMM_WORLD);
    else if (rank == 2)
        MPI_Send(&(int){3}, 1, MPI_INT, 0, LOOKUP, MPI_COMM_WORLD);
    free(table);
    MPI_Finalize();
    return 0;
}
