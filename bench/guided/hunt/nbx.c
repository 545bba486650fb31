/* hunt: -n 5
 * Dynamic sparse data exchange: nobody knows who will send to it. Whoever wrote this
 * leaves as soon as the barrier is done, without a last look for messages; and the
 * messages are sent with a plain Isend, so they need not have arrived. */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, got = 0, all = 0, sent = 0, in_barrier = 0, done = 0;
    MPI_Request send[4], barrier;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int k = 1; k <= 3; k++)
        if ((rank + k) % 2)
            MPI_Isend(&rank, 1, MPI_INT, (rank + k) % size, 0, MPI_COMM_WORLD, &send[sent++]);
    while (!done) {
        int there, value, all_sent = 0;
        MPI_Status s;
        MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &s);
        if (there) {
            MPI_Recv(&value, 1, MPI_INT, s.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            got++;
        }
        if (in_barrier) {
            MPI_Test(&barrier, &done, MPI_STATUS_IGNORE);
        } else {
            MPI_Testall(sent, send, &all_sent, MPI_STATUSES_IGNORE);
            if (all_sent)
                MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
            in_barrier = all_sent;
        }
    }
    MPI_Allreduce(&got, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &sent, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    assert(all == sent);
    MPI_Finalize();
    return 0;
}
