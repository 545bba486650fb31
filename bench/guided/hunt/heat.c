/* hunt: -n 16 --buffering infinite
 * A rod that is hot at one end. One of sixteen ranks takes the message of its left
 * neighbour from any source in one of the steps. */
#include <mpi.h>

enum { CELLS = 8, STEPS = 6 };

int main(int argc, char **argv)
{
    double cell[CELLS + 2] = {0}, next[CELLS + 2] = {0};
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = rank ? rank - 1 : MPI_PROC_NULL;
    int right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    cell[0] = rank ? 0 : 100;
    for (int step = 0; step < STEPS; step++) {
        MPI_Request request[4];
        double heat = 0, all[64];
        MPI_Isend(&cell[1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &request[0]);
        MPI_Isend(&cell[CELLS], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &request[1]);
        MPI_Recv(&cell[0], 1, MPI_DOUBLE, rank == 2 && step == 1 ? MPI_ANY_SOURCE : left,
                 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&cell[CELLS + 1], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
        for (int i = 1; i <= CELLS; i++)
            next[i] = (cell[i - 1] + cell[i] + cell[i + 1]) / 3;
        for (int i = 1; i <= CELLS; i++)
            cell[i] = next[i];
        if (step % 2) { /* the heat of all, in the order in which it comes */
            if (rank)
                MPI_Send(&cell[1], 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
            for (int i = 1; !rank && i < size; i++) {
                MPI_Recv(&all[i], 1, MPI_DOUBLE, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
                heat += all[i];
            }
        }
    }
    MPI_Finalize();
    return 0;
}
