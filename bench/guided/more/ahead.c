/* hunt: -n 7
 * Rounds are counted without naming them: a rank goes on when it has heard of all others
 * once. One that is far ahead is counted for those that are late, and in the end somebody
 * has gone on though two ranks have not begun the round before. */
#include <assert.h>
#include <mpi.h>

enum { ROUNDS = 4 };

int main(int argc, char **argv)
{
    int rank, size, heard[16] = {0}, n = 0, wrong = 0, any = 0;
    MPI_Request request[128];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int round = 0; round < ROUNDS; round++) {
        for (int to = 0; to < size; to++)
            if (to != rank)
                MPI_Isend(&rank, 1, MPI_INT, to, 0, MPI_COMM_WORLD, &request[n++]);
        for (int i = 1, value; i < size; i++) {
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            heard[value]++;
        }
        int late = 0;
        for (int r = 0; r < size; r++)
            late += r != rank && heard[r] < round;
        wrong |= rank == 3 && round == 2 && late >= 2;
    }
    MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
    MPI_Reduce(&wrong, &any, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    assert(!any);
    MPI_Finalize();
    return 0;
}
