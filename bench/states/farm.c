/* farm TASKS [alike | log]: a master hands out tasks to whoever is free. */
#include <assert.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { WORK, STOP };

static bool alike;      /* all tasks are the same */
static bool logs;       /* the master remembers who did what: no two histories lead to the
                           same state */
static int who[100], n; /* the log */

static void hand_out(int next, int worker)
{
    int task = alike ? 0 : next;
    MPI_Send(&task, 1, MPI_INT, worker, WORK, MPI_COMM_WORLD);
}

static void master(int workers, int tasks)
{
    int next = 0, sum = 0, busy = 0;
    MPI_Status status = {0};
    for (; next < workers && next < tasks; next++, busy++)
        hand_out(next, next + 1);
    while (busy) {
        int answer = 0;
        MPI_Recv(&answer, 1, MPI_INT, MPI_ANY_SOURCE, WORK, MPI_COMM_WORLD, &status);
        sum += answer;
        if (logs)
            who[n++] = status.MPI_SOURCE;
        if (next < tasks)
            hand_out(next++, status.MPI_SOURCE);
        else
            busy--;
    }
    for (int w = 1; w <= workers; w++)
        MPI_Send(&next, 1, MPI_INT, w, STOP, MPI_COMM_WORLD);
    assert(sum == (alike ? tasks : tasks * (tasks + 1) / 2));
}

static void worker(void)
{
    for (;;) {
        int task;
        MPI_Status status;
        MPI_Recv(&task, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == STOP)
            return;
        task++;
        MPI_Send(&task, 1, MPI_INT, 0, WORK, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    alike = argc > 2 && !strcmp(argv[2], "alike");
    logs = argc > 2 && !strcmp(argv[2], "log");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank)
        worker();
    else
        master(size - 1, argc > 1 ? atoi(argv[1]) : 4);
    MPI_Finalize();
    return 0;
}
