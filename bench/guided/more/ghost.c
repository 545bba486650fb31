/* hunt: -n 25
 * A 5 x 5 torus, four steps. Halos are received by MPI_Waitsome in whatever order they
 * are complete. One rank packs the last two of them together, and swaps these if they
 * come as south, west, east, north in the second step. */
#include <assert.h>
#include <mpi.h>

enum { SIDE = 5, STEPS = 4, NORTH = 0, EAST, SOUTH, WEST };

static int at(int x, int y)
{
    return (y + SIDE) % SIDE * SIDE + (x + SIDE) % SIDE;
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int x = rank % SIDE, y = rank / SIDE;
    int to[4] = {at(x, y - 1), at(x + 1, y), at(x, y + 1), at(x - 1, y)};
    for (int step = 0; step < STEPS; step++) {
        MPI_Request r[8];
        int in[4], order = 0, left = 4;
        for (int side = 0; side < 4; side++)
            MPI_Irecv(&in[side], 1, MPI_INT, to[side], step, MPI_COMM_WORLD, &r[side]);
        for (int side = 0; side < 4; side++)
            MPI_Isend(&rank, 1, MPI_INT, to[side], step, MPI_COMM_WORLD, &r[4 + side]);
        while (left) {
            int n, which[4];
            if (rank == 12) {
                MPI_Waitsome(4, r, &n, which, MPI_STATUSES_IGNORE);
            } else {
                MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
                left = n = 0;
            }
            for (int i = 0; i < n; i++, left--)
                order = 10 * order + which[i] + 1;
        }
        MPI_Waitall(4, r + 4, MPI_STATUSES_IGNORE);
        assert(!(rank == 12 && step == 1 && order == 3421));
    }
    MPI_Finalize();
    return 0;
}
