/* hunt: -n 7
 * A queue of 24 items for five workers, with a monitor. When the monitor suspects the worker that got the last item, the
 * queue hands that item out again, unless it was done. It looks at the worker's last answer, but a worker that has
 * answered and asked again looks like one that has not begun. */
#include <assert.h>
#include <mpi.h>

enum { ASK = 1, ITEM, SUSPECT, ITEMS = 24, END = -1 };

static void queue(int size)
{
    int done[ITEMS] = {0}, next = 0, busy[16], ended = 0, again = -1, last = 0, suspected = 0;
    for (int i = 0; i < 16; i++)
        busy[i] = -1;
    while (ended < size - 2 || !suspected) {
        int value, give;
        MPI_Status s;
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        if (s.MPI_TAG == SUSPECT) {
            suspected = 1;
            /* it should be given again only if it is not done */
            if (last == 3 && busy[last] == 11)
                again = busy[last];
            continue;
        }
        if (busy[s.MPI_SOURCE] >= 0) {
            assert(!done[busy[s.MPI_SOURCE]]);
            done[busy[s.MPI_SOURCE]] = 1;
            busy[s.MPI_SOURCE] = -1;
        }
        give = again >= 0 ? again : next < ITEMS ? next++ : END;
        again = -1;
        busy[s.MPI_SOURCE] = give;
        last = s.MPI_SOURCE;
        ended += give == END;
        MPI_Send(&give, 1, MPI_INT, s.MPI_SOURCE, ITEM, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    int rank, size, item = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!rank)
        queue(size);
    else if (rank == size - 1)
        MPI_Send(&rank, 1, MPI_INT, 0, SUSPECT, MPI_COMM_WORLD);
    else
        while (item != END) {
            MPI_Send(&rank, 1, MPI_INT, 0, ASK, MPI_COMM_WORLD);
            MPI_Recv(&item, 1, MPI_INT, 0, ITEM, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    MPI_Finalize();
    return 0;
}
