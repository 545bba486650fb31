/* hunt: -n 7
 * A snapshot of accounts (Chandy and Lamport): a rank that gets the first marker notes
 * its money and sends markers; what comes on a channel before that channel's marker
 * belongs to the snapshot. One rank forgets what came from the initiator if the first
 * marker was another one's. */
#include <assert.h>
#include <mpi.h>

enum { MONEY = 1, MARKER, PAYMENTS = 2 };

int main(int argc, char **argv)
{
    int rank, size, money = 100, noted = 0, have = 0, markers = 0, n = 0, all = 0,
                    word[128], first = -1;
    int marked[16] = {0};
    MPI_Request sent[128];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
#define TELL(to, tag, value)                                                             \
    (word[n] = (value),                                                                  \
     MPI_Isend(&word[n], 1, MPI_INT, to, tag, MPI_COMM_WORLD, &sent[n]), n++)
    for (int i = 0; i < PAYMENTS; i++) {
        money -= 7;
        TELL((rank + 1 + i) % size, MONEY, 7);
    }
    if (!rank) {
        noted = money;
        have = 1;
        for (int to = 1; to < size; to++)
            TELL(to, MARKER, 0);
    }
    while (markers < size - 1) {
        int value;
        MPI_Status s;
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        if (s.MPI_TAG == MONEY) {
            money += value;
            if (have && !marked[s.MPI_SOURCE] &&
                !(rank == 2 && !s.MPI_SOURCE && first == 5))
                noted += value;
            continue;
        }
        markers++;
        marked[s.MPI_SOURCE] = 1;
        if (!have) {
            have = 1;
            first = s.MPI_SOURCE;
            noted = money;
            for (int to = 0; to < size; to++)
                if (to != rank)
                    TELL(to, MARKER, 0);
        }
    }
    MPI_Waitall(n, sent, MPI_STATUSES_IGNORE);
    MPI_Reduce(&noted, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    assert(rank || all == 100 * size);
    MPI_Finalize();
    return 0;
}
