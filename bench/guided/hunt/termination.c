/* hunt: -n 8
 * Is everybody idle? Whoever gets a task while it is idle acknowledges it when all tasks
 * that it has passed on are acknowledged, and other tasks at once; when rank 0 has
 * nothing outstanding, all is done (Dijkstra and Scholten). One rank does not note that
 * it has passed on its first task, if that has come a long way: so it acknowledges too
 * early, and the program may end while a task is on its way. */
#include <assert.h>
#include <mpi.h>

enum { WORK = 1, ACK, END, TASKS = 7, HOPS = 5, MOST = 128 };

int main(int argc, char **argv)
{
    int rank, size, done = 0, all = 0, over = 0, n = 0, parent = -1, outstanding = 0;
    int word[MOST];
    MPI_Request request[MOST];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
#define TELL(to, tag, value)                                                             \
    (word[n] = (value),                                                                  \
     MPI_Isend(&word[n], 1, MPI_INT, to, tag, MPI_COMM_WORLD, &request[n]), n++)
    for (int i = 0; i < TASKS && !rank; i++) {
        TELL(1 + 2 * i % (size - 1), WORK, HOPS);
        outstanding++;
    }
    while (!over) {
        int value, at_once = -1;
        MPI_Status s;
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        if (s.MPI_TAG == END)
            break;
        if (s.MPI_TAG == ACK) {
            outstanding--;
        } else {
            done++;
            if (rank && parent < 0)
                parent = s.MPI_SOURCE;
            else
                at_once = s.MPI_SOURCE;
            if (value > 1) {
                int forgets = rank == 5 && done == 1 && value == 2;
                TELL((rank * 3 + value) % size, WORK, value - 1);
                outstanding += !forgets;
            }
            if (at_once >= 0)
                TELL(at_once, ACK, 0);
        }
        if (outstanding <= 0 && parent >= 0) {
            TELL(parent, ACK, 0);
            parent = -1;
        }
        over = !rank && outstanding <= 0;
        for (int to = 1; over && to < size; to++)
            TELL(to, END, 0);
    }
    MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
    MPI_Reduce(&done, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    assert(rank || all == TASKS * HOPS);
    MPI_Finalize();
    return 0;
}
