/* mazurka: -n 3 --keep-going => verified; message-race
 *
 * The master hands out tasks to whoever is free. Which worker gets which task is open, so
 * there is a race; the result is the same in all of its outcomes. */
#include <assert.h>
#include <mpi.h>

enum { TASKS = 4, WORK, STOP };

static void master(int workers)
{
    int next = 0, sum = 0, answer, busy = 0;
    MPI_Status status;
    for (int w = 1; w <= workers && next < TASKS; w++, next++, busy++)
        MPI_Send(&next, 1, MPI_INT, w, WORK, MPI_COMM_WORLD);
    while (busy > 0) {
        MPI_Recv(&answer, 1, MPI_INT, MPI_ANY_SOURCE, WORK, MPI_COMM_WORLD, &status);
        sum += answer;
        busy--;
        if (next < TASKS) {
            MPI_Send(&next, 1, MPI_INT, status.MPI_SOURCE, WORK, MPI_COMM_WORLD);
            next++;
            busy++;
        }
    }
    for (int w = 1; w <= workers; w++)
        MPI_Send(&next, 0, MPI_INT, w, STOP, MPI_COMM_WORLD);
    assert(sum == 0 + 1 + 4 + 9);
}

static void worker(void)
{
    for (;;) {
        int task;
        MPI_Status status;
        MPI_Recv(&task, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == STOP)
            return;
        task *= task;
        MPI_Send(&task, 1, MPI_INT, 0, WORK, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        master(size - 1);
    else
        worker();
    MPI_Finalize();
    return 0;
}
