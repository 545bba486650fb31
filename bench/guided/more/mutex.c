/* hunt: -n 6
 * Mutual exclusion without a server (Ricart and Agrawala). Of two requests with the same
 * time the lower rank's is first. One rank compares only times, and defers the other; two
 * ranks then wait for each other. */
#include <mpi.h>

enum { ASK = 1, REPLY, LEFT, TIMES = 2 };

int main(int argc, char **argv)
{
    int rank, size, clock = 0, mine = 0, asking = 0, replies = 0, times = 0, left = 0,
                    n = 0;
    int deferred[16] = {0}, word[256];
    MPI_Request sent[256];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
#define TELL(to, tag, value)                                                             \
    (word[n] = (value),                                                                  \
     MPI_Isend(&word[n], 1, MPI_INT, to, tag, MPI_COMM_WORLD, &sent[n]), n++)
    while (left < size) {
        int value;
        MPI_Status s;
        if (!asking && times < TIMES) {
            asking = 1;
            replies = 0;
            mine = ++clock;
            for (int to = 0; to < size; to++)
                if (to != rank)
                    TELL(to, ASK, mine);
        }
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        if (s.MPI_TAG == LEFT) {
            left++;
        } else if (s.MPI_TAG == ASK) {
            int first = mine < value || (mine == value && rank < s.MPI_SOURCE);
            if (rank == 4 && times == 1 && s.MPI_SOURCE == 2)
                first = mine <= value;
            clock = value > clock ? value : clock;
            if (asking && first)
                deferred[s.MPI_SOURCE] = 1;
            else
                TELL(s.MPI_SOURCE, REPLY, 0);
        } else if (++replies == size - 1) {
            asking = 0;
            for (int to = 0; to < size; to++)
                if (deferred[to]) {
                    deferred[to] = 0;
                    TELL(to, REPLY, 0);
                }
            if (++times == TIMES)
                for (int to = 0; to < size; to++)
                    TELL(to, LEFT, 0);
        }
    }
    MPI_Waitall(n, sent, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
