/* hunt: -n 4
 * Dynamic sparse data exchange, twice: nobody knows who will send to it. Messages of the
 * second exchange have the same tag as those of the first, and can reach a rank that has
 * not yet heard that the first is over. */
#include <assert.h>
#include <mpi.h>

static void exchange(int rank, int size, int round)
{
    MPI_Request send[4], barrier;
    int sent = 0, in_barrier = 0, done = 0;
    for (int k = 1; k < 3; k++)
        MPI_Issend(&round, 1, MPI_INT, (rank + k) % size, 0, MPI_COMM_WORLD, &send[sent++]);
    while (!done) {
        int there, value, all_sent = 0;
        MPI_Status s;
        MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &s);
        if (there) {
            MPI_Recv(&value, 1, MPI_INT, s.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            assert(value == round);
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
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    exchange(rank, size, 1);
    exchange(rank, size, 2);
    MPI_Finalize();
    return 0;
}
