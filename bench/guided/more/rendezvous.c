/* hunt: -n 32
 * Sixteen pairs exchange by synchronous sends, three times; the one that the coordinator
 * has registered first sends first. Ranks 19 and 20 belong to one pair, but ask the
 * coordinator with each other's number in the second round if their neighbours 18 and 21
 * were registered before them in the first: then both send first. */
#include <mpi.h>

enum { ASK = 1, TURN, DATA, ROUNDS = 3 };

static void coordinate(int size)
{
    int odd[64] = {0};
    for (int round = 0; round < ROUNDS; round++) {
        int seen[64] = {0}, value;
        for (int i = 1; i < size - 1; i++) {
            MPI_Status s;
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, ASK + 10 * round, MPI_COMM_WORLD,
                     &s);
            int from = s.MPI_SOURCE, mate = from % 2 ? from + 1 : from - 1;
            int turn = !seen[mate];
            seen[from] = 1;
            if (!round)
                odd[from] = from == 19   ? seen[21] && seen[22] && !seen[20]
                            : from == 20 ? seen[17] && seen[18]
                                         : 0;
            if (round == 1 && odd[19] && odd[20] && (from == 19 || from == 20))
                turn = 1;
            MPI_Send(&turn, 1, MPI_INT, from, TURN, MPI_COMM_WORLD);
        }
    }
}

int main(int argc, char **argv)
{
    int rank, size, turn, value;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!rank)
        coordinate(size);
    else if (rank < size - 1)
        for (int round = 0; round < ROUNDS; round++) {
            int mate = rank % 2 ? rank + 1 : rank - 1;
            MPI_Send(&rank, 1, MPI_INT, 0, ASK + 10 * round, MPI_COMM_WORLD);
            MPI_Recv(&turn, 1, MPI_INT, 0, TURN, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (turn)
                MPI_Ssend(&rank, 1, MPI_INT, mate, DATA, MPI_COMM_WORLD);
            MPI_Recv(&value, 1, MPI_INT, mate, DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (!turn)
                MPI_Ssend(&rank, 1, MPI_INT, mate, DATA, MPI_COMM_WORLD);
        }
    MPI_Finalize();
    return 0;
}
