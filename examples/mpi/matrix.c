/* mazurka: -n 2 --keep-going => verified
 *
 * A matrix times a vector: rows are scattered, the vector goes to all, results are
 * gathered, blocking and not. */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

enum { ROWS = 2, COLUMNS = 4 };

int main(int argc, char **argv)
{
    int rank, size, rows[ROWS][COLUMNS], x[COLUMNS], y[ROWS];
    int *matrix = NULL, *result = NULL;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        matrix = malloc((size_t)(size * ROWS * COLUMNS) * sizeof *matrix);
        result = malloc((size_t)(size * ROWS) * sizeof *result);
        for (int i = 0; i < size * ROWS * COLUMNS; i++)
            matrix[i] = i;
        for (int i = 0; i < COLUMNS; i++)
            x[i] = i + 1;
    }
    MPI_Ibcast(x, COLUMNS, MPI_INT, 0, MPI_COMM_WORLD, &request);
    MPI_Scatter(matrix, ROWS * COLUMNS, MPI_INT, rows, ROWS * COLUMNS, MPI_INT, 0,
                MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < ROWS; i++) {
        y[i] = 0;
        for (int j = 0; j < COLUMNS; j++)
            y[i] += rows[i][j] * x[j];
    }
    MPI_Gather(y, ROWS, MPI_INT, result, ROWS, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < size * ROWS; i++)
        assert(result[i] == 40 * i + 20);
    free(matrix);
    free(result);
    MPI_Finalize();
    return 0;
}
