/* queue DEPTH: a work queue as in ADLB. Rank 0 is the server; the others get an item,
 * which makes two smaller ones, and put these. When everybody waits for an item and there
 * is none, the server tells all. */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

enum { GET, PUT, ITEM, DONE };

static void server(int workers, int depth)
{
    int queue[256], n = 0, waiting = 0, handed = 0;
    char waits[64] = {0};
    queue[n++] = depth;
    while (waiting < workers || n) {
        int item = 0, who = 0;
        MPI_Status status;
        if (n && waiting) {
            while (!waits[who])
                who++;
            waits[who] = 0;
            waiting--;
            item = queue[--n];
            queue[n] = 0;
            handed++;
            MPI_Send(&item, 1, MPI_INT, who, ITEM, MPI_COMM_WORLD);
            continue;
        }
        MPI_Recv(&item, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == PUT)
            queue[n++] = item;
        else
            waits[status.MPI_SOURCE] = 1, waiting++;
    }
    for (int w = 1; w <= workers; w++)
        MPI_Send(&n, 1, MPI_INT, w, DONE, MPI_COMM_WORLD);
    assert(handed == (2 << depth) - 1);
}

static void worker(void)
{
    for (;;) {
        int item = 0;
        MPI_Status status;
        MPI_Send(&item, 1, MPI_INT, 0, GET, MPI_COMM_WORLD);
        MPI_Recv(&item, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == DONE)
            return;
        for (int i = 0, less = item - 1; item && i < 2; i++)
            MPI_Send(&less, 1, MPI_INT, 0, PUT, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank)
        worker();
    else
        server(size - 1, argc > 1 ? atoi(argv[1]) : 2);
    MPI_Finalize();
    return 0;
}
