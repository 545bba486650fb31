/* hunt: -n 11
 * Ten receives are posted, and handled as they complete, four times. The handler keeps two results: the best and the one
 * before it. If the best of round 2 comes from rank 3 directly after that of rank 7, they are kept in the wrong order. */
#include <assert.h>
#include <mpi.h>

enum { ROUNDS = 4 };

int main(int argc, char **argv)
{
    int rank, size, value;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int round = 0; round < ROUNDS; round++) {
        value = (rank * 5 + round) % 11;
        if (rank) {
            MPI_Send(&value, 1, MPI_INT, 0, round, MPI_COMM_WORLD);
            continue;
        }
        MPI_Request r[16];
        int word[16], best = -1, second = -1, previous = -1;
        for (int i = 1; i < size; i++)
            MPI_Irecv(&word[i - 1], 1, MPI_INT, i, round, MPI_COMM_WORLD, &r[i - 1]);
        for (int i = 1, k; i < size; i++) {
            MPI_Waitany(size - 1, r, &k, MPI_STATUS_IGNORE);
            int wrong = round == 1 && k + 1 == 3 && previous == 7 && i <= 4;
            if (word[k] > best) {
                second = wrong ? word[k] : best;
                best = wrong ? best : word[k];
            } else if (word[k] > second) {
                second = word[k];
            }
            previous = k + 1;
            assert(!wrong || second <= best);
        }
    }
    MPI_Finalize();
    return 0;
}
