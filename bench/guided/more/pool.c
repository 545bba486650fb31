/* hunt: -n 8
 * A pool of twenty tasks; whoever has done one asks for the next. A worker that is told
 * that the pool is empty asks its neighbour once for half of its work. If that one has
 * got its end by then, it does not answer. */
#include <mpi.h>

enum { ASK, TASK, STEAL, GIVE, FINISHED, TASKS = 20, NO = -1 };

int main(int argc, char **argv)
{
    int rank, size, next = 0, in;
    MPI_Status s;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!rank) {
        for (int over = 0; over < size - 1;) {
            MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
            int task = next < TASKS ? next : NO;
            next++;
            over += task == NO;
            MPI_Send(&task, 1, MPI_INT, s.MPI_SOURCE, TASK, MPI_COMM_WORLD);
        }
    } else {
        int asked = 0, waits = 0, over = 0;
        while (!over) {
            if (!waits)
                MPI_Send(&rank, 1, MPI_INT, 0, ASK, MPI_COMM_WORLD);
            waits = 1;
            MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
            if (s.MPI_TAG == STEAL) {
                MPI_Send(&rank, 1, MPI_INT, s.MPI_SOURCE, GIVE, MPI_COMM_WORLD);
            } else if (in == NO && rank == 3 && !asked) {
                asked = 1;
                MPI_Send(&rank, 1, MPI_INT, 4, STEAL, MPI_COMM_WORLD);
            } else {
                waits = 0;
                over = in == NO || s.MPI_TAG == GIVE;
            }
        }
    }
    MPI_Finalize();
    return 0;
}
