/* mazurka: -n 4 --keep-going => verified; message-race
 *
 * Messages are taken in whatever order they come, with their size looked at first; the
 * result does not depend on it. */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank > 0) {
        int *mine = malloc((size_t)rank * sizeof *mine);
        for (int i = 0; i < rank; i++)
            mine[i] = rank;
        MPI_Send(mine, rank, MPI_INT, 0, 0, MPI_COMM_WORLD);
        free(mine);
    }
    for (int k = 1; rank == 0 && k < size; k++) {
        int count;
        MPI_Status status;
        MPI_Message message;
        MPI_Mprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &message, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        assert(count == status.MPI_SOURCE);
        int *theirs = malloc((size_t)count * sizeof *theirs);
        MPI_Mrecv(theirs, count, MPI_INT, &message, MPI_STATUS_IGNORE);
        for (int i = 0; i < count; i++)
            sum += theirs[i];
        free(theirs);
    }
    if (rank == 0)
        assert(sum == (size - 1) * size * (2 * size - 1) / 6);
    MPI_Finalize();
    return 0;
}
