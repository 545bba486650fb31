/* hunt: -n 8
 * Is everybody idle? A token goes round and adds up how many messages ranks have sent and
 * received; if the sums are equal, rank 0 ends the program. One round is not enough: a
 * message that was sent behind the token may be counted where it has arrived, in place of
 * one that is still on its way. */
#include <assert.h>
#include <mpi.h>

enum { WORK, TOKEN, END, HOPS = 5 };

int main(int argc, char **argv)
{
    int rank, size, count = 0, done = 0, all = 0, over = 0, n = 0;
    int word[64][2];
    MPI_Request request[64];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank % 3 == 1) { /* a task that is passed on several times */
        word[n][0] = HOPS;
        MPI_Isend(word[n], 2, MPI_INT, (rank + 2) % size, WORK, MPI_COMM_WORLD, &request[n]);
        n++;
        count++;
    }
    if (!rank) {
        word[n][0] = 0;
        MPI_Isend(word[n], 2, MPI_INT, 1, TOKEN, MPI_COMM_WORLD, &request[n]);
        n++;
    }
    while (!over) {
        int in[2];
        MPI_Status s;
        MPI_Recv(in, 2, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        if (s.MPI_TAG == WORK) {
            done++;
            count--;
            if (in[0] > 1) {
                word[n][0] = in[0] - 1;
                MPI_Isend(word[n], 2, MPI_INT, (rank * 3 + in[0]) % size, WORK, MPI_COMM_WORLD,
                          &request[n]);
                n++;
                count++;
            }
        } else if (s.MPI_TAG == TOKEN && (rank || in[0] + count)) {
            word[n][0] = rank ? in[0] + count : 0;
            MPI_Isend(word[n], 2, MPI_INT, (rank + 1) % size, TOKEN, MPI_COMM_WORLD,
                      &request[n]);
            n++;
        } else if (s.MPI_TAG == TOKEN) {
            over = 1;
            for (int to = 1; to < size; to++) {
                MPI_Isend(word[n], 2, MPI_INT, to, END, MPI_COMM_WORLD, &request[n]);
                n++;
            }
        } else {
            over = 1;
        }
        assert(n < 55);
    }
    MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
    MPI_Reduce(&done, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    assert(rank || all == HOPS * ((size + 1) / 3));
    MPI_Finalize();
    return 0;
}
