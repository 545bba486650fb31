/* mazurka: -n 4 --keep-going => verified
 *
 * A torus of ranks in two dimensions; the borders of every block go to its four
 * neighbours, columns as a datatype of their own, all at once and without blocking. */
#include <assert.h>
#include <mpi.h>

enum { N = 4, STEPS = 2 };

static double cell[N + 2][N + 2], next[N + 2][N + 2];

int main(int argc, char **argv)
{
    int size, dims[2] = {0, 0}, around[2] = {1, 1}, north, south, west, east;
    MPI_Comm grid;
    MPI_Datatype column;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, around, 0, &grid);
    MPI_Cart_shift(grid, 0, 1, &north, &south);
    MPI_Cart_shift(grid, 1, 1, &west, &east);
    MPI_Type_vector(N, 1, N + 2, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    for (int i = 1; i <= N; i++)
        for (int j = 1; j <= N; j++)
            cell[i][j] = 1;
    for (int step = 0; step < STEPS; step++) {
        MPI_Request r[8];
        MPI_Irecv(&cell[0][1], N, MPI_DOUBLE, north, 0, grid, &r[0]);
        MPI_Irecv(&cell[N + 1][1], N, MPI_DOUBLE, south, 1, grid, &r[1]);
        MPI_Irecv(&cell[1][0], 1, column, west, 2, grid, &r[2]);
        MPI_Irecv(&cell[1][N + 1], 1, column, east, 3, grid, &r[3]);
        MPI_Isend(&cell[N][1], N, MPI_DOUBLE, south, 0, grid, &r[4]);
        MPI_Isend(&cell[1][1], N, MPI_DOUBLE, north, 1, grid, &r[5]);
        MPI_Isend(&cell[1][N], 1, column, east, 2, grid, &r[6]);
        MPI_Isend(&cell[1][1], 1, column, west, 3, grid, &r[7]);
        MPI_Waitall(8, r, MPI_STATUSES_IGNORE);
        for (int i = 1; i <= N; i++)
            for (int j = 1; j <= N; j++)
                next[i][j] = 0.25 * (cell[i - 1][j] + cell[i + 1][j] + cell[i][j - 1] +
                                     cell[i][j + 1]);
        for (int i = 1; i <= N; i++)
            for (int j = 1; j <= N; j++)
                cell[i][j] = next[i][j];
    }
    for (int i = 1; i <= N; i++)
        for (int j = 1; j <= N; j++)
            assert(cell[i][j] == 1);
    MPI_Type_free(&column);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
