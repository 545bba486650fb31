/* hunt: -n 9
 * A pool of thirty tasks; whoever has done one asks for the next. A worker that was never
 * given one asks its neighbour for work, and if that has got its end by then, there is no
 * answer. */
#include <mpi.h>

enum { ASK, TASK, STEAL, GIVE, TASKS = 30, NO = -1 };

int main(int argc, char **argv)
{
    int rank, size, next = 0, in;
    MPI_Status s;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int over = 0; !rank && over < size - 1;) {
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, ASK, MPI_COMM_WORLD, &s);
        int task = next < TASKS ? next : NO;
        next++;
        over += task == NO;
        MPI_Send(&task, 1, MPI_INT, s.MPI_SOURCE, TASK, MPI_COMM_WORLD);
    }
    for (int done = 0, over = 0, asks = 1; rank && !over;) {
        if (asks)
            MPI_Send(&rank, 1, MPI_INT, 0, ASK, MPI_COMM_WORLD);
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        asks = 0;
        if (s.MPI_TAG == STEAL) {
            MPI_Send(&rank, 1, MPI_INT, s.MPI_SOURCE, GIVE, MPI_COMM_WORLD);
        } else if (s.MPI_TAG == TASK && in == NO && !done && rank == 3) {
            MPI_Send(&rank, 1, MPI_INT, rank + 1, STEAL, MPI_COMM_WORLD);
        } else {
            over = in == NO || s.MPI_TAG == GIVE;
            done++;
            asks = !over;
        }
    }
    MPI_Finalize();
    return 0;
}
