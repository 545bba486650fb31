/* hunt: -n 8
 * Six accounts send money to each other, four times; an auditor asks each for its
 * balance, and corrects for what it was told to be on its way. It overlooks a transfer
 * whose receiver answers before it comes, and whose sender answers after it has sent two
 * others. */
#include <assert.h>
#include <mpi.h>

enum { MONEY = 1, AUDIT, ANSWER, CLOSE, TIMES = 4 };

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int accounts = size - 2;
    if (rank == size - 1) {
        int sum = 0, answer[2];
        for (int to = 0; to < accounts; to++)
            MPI_Send(&rank, 1, MPI_INT, to, AUDIT, MPI_COMM_WORLD);
        for (int i = 0; i < accounts; i++) {
            MPI_Recv(answer, 2, MPI_INT, MPI_ANY_SOURCE, ANSWER, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            sum += answer[0] + answer[1];
        }
        assert(sum == 100 * accounts);
    } else if (rank == size - 2) {
        for (int i = 0, value; i < accounts; i++)
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, CLOSE, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    } else {
        int balance = 100, sent = 0, came = 0, audited = 0, word[TIMES][2];
        MPI_Request r[TIMES];
        while (came < TIMES || !audited || sent < TIMES) {
            int in[2];
            MPI_Status s;
            if (sent < TIMES && sent <= came) {
                word[sent][0] = 1 + rank;
                balance -= word[sent][0];
                MPI_Isend(word[sent], 2, MPI_INT, (rank + 1 + sent % 2) % accounts, MONEY,
                          MPI_COMM_WORLD, &r[sent]);
                sent++;
                continue;
            }
            MPI_Recv(in, 2, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
            if (s.MPI_TAG == MONEY) {
                came++;
                balance += in[0];
                continue;
            }
            /* what it has sent in all, less what all have got, is on its way: but account
             * 3 forgets its third */
            int out = sent * (1 + rank), into = 0;
            into = balance - 100 + out;
            if (rank == 3 && sent == 4 && came == 3 && into == 7)
                out -= 4;
            int answer[2] = {balance, out - into};
            audited = 1;
            MPI_Send(answer, 2, MPI_INT, size - 1, ANSWER, MPI_COMM_WORLD);
        }
        MPI_Waitall(sent, r, MPI_STATUSES_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, size - 2, CLOSE, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
