/* hunt: -n 9
 * A master and 8 workers with 50 tasks. The master has room for the results of three
 * rounds of a worker that is ahead of the slowest one. */
#include <assert.h>
#include <mpi.h>

enum { TASKS = 50, AHEAD = 3, MOST = 64, STOP = -1 };

static void work(void)
{
    for (int task;;) {
        MPI_Recv(&task, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (task == STOP)
            return;
        task *= 2;
        MPI_Send(&task, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    int rank, size, next = 0, sum = 0, stop = STOP, done[MOST] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank)
        work();
    for (int w = 1; !rank && w < size; w++, next++)
        MPI_Send(&next, 1, MPI_INT, w, 0, MPI_COMM_WORLD);
    for (int i = 0, value; !rank && i < TASKS; i++) {
        MPI_Status from;
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &from);
        sum += value;
        done[from.MPI_SOURCE]++;
        assert(done[from.MPI_SOURCE] <= AHEAD || done[size - 1]);
        MPI_Send(next < TASKS ? &next : &stop, 1, MPI_INT, from.MPI_SOURCE, 0,
                 MPI_COMM_WORLD);
        next++;
    }
    MPI_Finalize();
    return 0;
}
