/* Heat on a rod, by a master and three workers. In the first step the worker in the
 * middle takes the border of its left neighbour from any source, since that "always comes
 * first". If the right one's comes first, the next receive waits for a message that is
 * sent only after ours. (The paper's program is not at hand; this one has as many
 * transitions and the bug that it describes.) */
#include <mpi.h>

enum { CELLS = 4, STEPS = 3, BEGIN = 1, BORDER, DONE };

static void master(int size)
{
    double cell[CELLS] = {0};
    for (int w = 1; w < size; w++) {
        int offset = (w - 1) * CELLS, rows = CELLS;
        MPI_Send(&offset, 1, MPI_INT, w, BEGIN, MPI_COMM_WORLD);
        MPI_Send(&rows, 1, MPI_INT, w, BEGIN, MPI_COMM_WORLD);
        MPI_Send(cell, CELLS, MPI_DOUBLE, w, BEGIN, MPI_COMM_WORLD);
    }
    for (int w = 1; w < size; w++) {
        int offset, rows;
        MPI_Recv(&offset, 1, MPI_INT, w, DONE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&rows, 1, MPI_INT, w, DONE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(cell, CELLS, MPI_DOUBLE, w, DONE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void worker(int rank, int size)
{
    double cell[CELLS + 2] = {0}, next[CELLS + 2] = {0};
    int offset, rows, left = rank > 1 ? rank - 1 : MPI_PROC_NULL;
    int right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    MPI_Recv(&offset, 1, MPI_INT, 0, BEGIN, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&rows, 1, MPI_INT, 0, BEGIN, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&cell[1], CELLS, MPI_DOUBLE, 0, BEGIN, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int step = 0; step < STEPS; step++) {
        MPI_Send(&cell[1], 1, MPI_DOUBLE, left, BORDER, MPI_COMM_WORLD);
        MPI_Send(&cell[CELLS], 1, MPI_DOUBLE, right, BORDER, MPI_COMM_WORLD);
        MPI_Recv(&cell[0], 1, MPI_DOUBLE, rank == 2 && !step ? MPI_ANY_SOURCE : left,
                 BORDER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&cell[CELLS + 1], 1, MPI_DOUBLE, right, BORDER, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        for (int i = 1; i <= CELLS; i++)
            next[i] = (cell[i - 1] + cell[i] + cell[i + 1]) / 3;
        for (int i = 1; i <= CELLS; i++)
            cell[i] = next[i];
    }
    MPI_Send(&offset, 1, MPI_INT, 0, DONE, MPI_COMM_WORLD);
    MPI_Send(&rows, 1, MPI_INT, 0, DONE, MPI_COMM_WORLD);
    MPI_Send(&cell[1], CELLS, MPI_DOUBLE, 0, DONE, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank)
        worker(rank, size);
    else
        master(size);
    MPI_Finalize();
    return 0;
}
