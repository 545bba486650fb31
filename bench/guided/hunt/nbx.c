/* hunt: -n 10
 * Who will send to me? (NBX: Hoefler, Siebert, Lumsdaine, PPoPP 2010.) Sends are
 * synchronous, and a rank whose sends are all received enters a barrier; when that is
 * complete, nothing can be on its way. One rank has an ordinary send to one of the
 * others: if that one does not look in time, the message is lost. */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, got = 0, entered = 0, over = 0, all = 0;
    MPI_Request sent[3], barrier = MPI_REQUEST_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 2; i++) {
        int to = (rank + 1 + 2 * i) % size;
        if (rank == 0 && i == 1)
            MPI_Isend(&rank, 1, MPI_INT, to, 0, MPI_COMM_WORLD, &sent[i]);
        else
            MPI_Issend(&rank, 1, MPI_INT, to, 0, MPI_COMM_WORLD, &sent[i]);
    }
    while (!over) {
        int there, value;
        MPI_Status s;
        MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &s);
        if (there) {
            MPI_Recv(&value, 1, MPI_INT, s.MPI_SOURCE, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            got++;
        }
        if (entered)
            MPI_Test(&barrier, &over, MPI_STATUS_IGNORE);
        else
            MPI_Testall(2, sent, &entered, MPI_STATUSES_IGNORE);
        if (entered && !over && barrier == MPI_REQUEST_NULL)
            MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
    }
    MPI_Reduce(&got, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    assert(rank || all == 2 * size);
    MPI_Finalize();
    return 0;
}
