/* hunt: -n 12
 * A white token goes round twice; whoever has sent work since it passed makes it black. A
 * rank that hands work to a lower one forgets to say so: if the token is quicker than
 * that message, twice, rank 0 ends the program too early. */
#include <assert.h>
#include <mpi.h>

enum { WORK, TOKEN, END };

int main(int argc, char **argv)
{
    int rank, size, n = 0, over = 0, white = 0, done = 0, all = 0, word[64];
    MPI_Request request[64];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0 || rank == 4 || rank == 9) {
        word[n] = rank ? 1 : 1;
        MPI_Isend(&word[n], 1, MPI_INT, rank ? rank - 3 : 1, rank ? WORK : TOKEN,
                  MPI_COMM_WORLD, &request[n]);
        n++;
    }
    while (!over) {
        int in;
        MPI_Status s;
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        if (s.MPI_TAG == WORK) {
            done++;
        } else if (s.MPI_TAG == TOKEN && rank) {
            word[n] = in && (rank != 1 && rank != 6 ? 1 : done);
            MPI_Isend(&word[n], 1, MPI_INT, (rank + 1) % size, TOKEN, MPI_COMM_WORLD,
                      &request[n]);
            n++;
        } else if (s.MPI_TAG == TOKEN && white + in < 1 && n < 40) {
            white += in;
            word[n] = 1;
            MPI_Isend(&word[n], 1, MPI_INT, 1, TOKEN, MPI_COMM_WORLD, &request[n]);
            n++;
        } else if (s.MPI_TAG == TOKEN) {
            over = 1;
            for (int to = 1; to < size; to++) {
                word[n] = in;
                MPI_Isend(&word[n], 1, MPI_INT, to, END, MPI_COMM_WORLD, &request[n]);
                n++;
            }
        } else {
            over = 1;
        }
        if (rank == 0 && n > 4) /* it has gone round three times, and is still black */
            assert(over);
    }
    MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
    MPI_Reduce(&done, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
