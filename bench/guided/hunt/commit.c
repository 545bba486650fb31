/* hunt: -n 16
 * Two-phase commit, with 15 participants. The coordinator counts votes of three
 * transactions as they come. One that has heard of an abort early sends its next vote at
 * once; if that overtakes the vote of the last rank, it is counted for the wrong one. */
#include <assert.h>
#include <mpi.h>

enum { TRANSACTIONS = 3, VOTE = 1, RESULT };

int main(int argc, char **argv)
{
    int rank, size, result = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int t = 0; t < TRANSACTIONS; t++) {
        if (rank) {
            int vote[2] = {t, !(rank == 3 && t == 1)};
            MPI_Send(vote, 2, MPI_INT, 0, VOTE, MPI_COMM_WORLD);
            MPI_Recv(&result, 1, MPI_INT, 0, RESULT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            assert(result == (t != 1));
            continue;
        }
        int told = 0, yes = 1;
        for (int i = 1; i < size; i++) {
            int vote[2];
            MPI_Status s;
            MPI_Recv(vote, 2, MPI_INT, MPI_ANY_SOURCE, VOTE, MPI_COMM_WORLD, &s);
            yes &= vote[1];
            assert(vote[0] == t);
            if (!vote[1] && i < 3) { /* no need to wait for the others */
                MPI_Send(&yes, 1, MPI_INT, s.MPI_SOURCE, RESULT, MPI_COMM_WORLD);
                told = s.MPI_SOURCE;
            }
        }
        for (int to = 1; to < size; to++)
            if (to != told)
                MPI_Send(&yes, 1, MPI_INT, to, RESULT, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
