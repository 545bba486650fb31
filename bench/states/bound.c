/* bound ITEMS: parallel branch and bound, a knapsack. The master keeps open nodes and the
 * best value so far, which goes with every node; a worker gives back a value and up to
 * two nodes. Which nodes are cut depends on who answers first; the result must not. */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

enum { NODE, STOP, MOST = 64 };
enum { NEXT, ROOM, VALUE, FIELDS };

static const int weight[] = {3, 4, 2, 5, 1, 6, 2, 3}, worth[] = {4, 5, 3, 7, 1, 8, 2, 5};
static int items = 4;

static int hope(const int *node)
{
    int sum = node[VALUE];
    for (int i = node[NEXT]; i < items; i++)
        sum += worth[i];
    return sum;
}

static void master(int workers, int room)
{
    int open[MOST][FIELDS] = {{0, room, 0}}, n = 1, best = 0, busy = 0;
    char works[64] = {0};
    while (n || busy) {
        int who = 1, message[1 + 2 * FIELDS] = {0};
        while (who <= workers && works[who])
            who++;
        if (n && who <= workers) {
            int node[FIELDS + 1] = {open[n - 1][0], open[n - 1][1], open[n - 1][2], best};
            n--;
            for (int f = 0; f < FIELDS; f++)
                open[n][f] = 0;
            if (hope(node) <= best)
                continue;
            works[who] = 1;
            busy++;
            MPI_Send(node, FIELDS + 1, MPI_INT, who, NODE, MPI_COMM_WORLD);
            continue;
        }
        MPI_Status status;
        MPI_Recv(message, 1 + 2 * FIELDS, MPI_INT, MPI_ANY_SOURCE, NODE, MPI_COMM_WORLD,
                 &status);
        works[status.MPI_SOURCE] = 0;
        busy--;
        best = message[0] > best ? message[0] : best;
        for (int k = 0; k < 2; k++)
            if (message[1 + k * FIELDS + NEXT]) {
                for (int f = 0; f < FIELDS; f++)
                    open[n][f] = message[1 + k * FIELDS + f];
                n++;
            }
    }
    for (int w = 1; w <= workers; w++)
        MPI_Send(open, FIELDS + 1, MPI_INT, w, STOP, MPI_COMM_WORLD);
    int sure = 0;
    for (int set = 0; set < 1 << items; set++) {
        int heavy = 0, value = 0;
        for (int i = 0; i < items; i++)
            if (set >> i & 1)
                heavy += weight[i], value += worth[i];
        sure = heavy <= room && value > sure ? value : sure;
    }
    assert(best == sure);
}

static void worker(void)
{
    for (;;) {
        int node[FIELDS + 1];
        MPI_Status status;
        MPI_Recv(node, FIELDS + 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == STOP)
            return;
        int answer[1 + 2 * FIELDS] = {node[VALUE]}, i = node[NEXT], best = node[FIELDS];
        for (int k = 0; i < items && k < 2; k++) {
            int *child = answer + 1 + k * FIELDS;
            child[NEXT] = i + 1;
            child[ROOM] = node[ROOM] - k * weight[i];
            child[VALUE] = node[VALUE] + k * worth[i];
            if (child[ROOM] < 0 || hope(child) <= best)
                child[NEXT] = child[ROOM] = child[VALUE] = 0;
        }
        MPI_Send(answer, 1 + 2 * FIELDS, MPI_INT, 0, NODE, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    items = argc > 1 ? atoi(argv[1]) : items;
    if (rank)
        worker();
    else
        master(size - 1, 7);
    MPI_Finalize();
    return 0;
}
