/* hunt: -n 25
 * Halos of a 5 x 5 grid, four rounds, without a barrier. A rank in a corner takes two
 * messages from any source in each round: if one neighbour is a round ahead, it has two
 * of the same. */
#include <assert.h>
#include <mpi.h>

enum { SIDE = 5, ROUNDS = 4 };

int main(int argc, char **argv)
{
    int rank, n = 0, to[4], in[4];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int x = rank % SIDE, y = rank / SIDE;
    if (x > 0)
        to[n++] = rank - 1;
    if (x < SIDE - 1)
        to[n++] = rank + 1;
    if (y > 0)
        to[n++] = rank - SIDE;
    if (y < SIDE - 1)
        to[n++] = rank + SIDE;
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Request request[8];
        for (int i = 0; i < n; i++)
            MPI_Isend(&round, 1, MPI_INT, to[i], rank == 24 ? round : 0, MPI_COMM_WORLD,
                      &request[i]);
        for (int i = 0; i < n; i++)
            MPI_Irecv(&in[i], 1, MPI_INT,
                      rank == 24 && round == 2 ? MPI_ANY_SOURCE : to[i], MPI_ANY_TAG,
                      MPI_COMM_WORLD, &request[n + i]);
        MPI_Waitall(2 * n, request, MPI_STATUSES_IGNORE);
        for (int i = 0; i < n; i++)
            assert(in[i] == round);
        int some = 0; /* and everybody tells rank 0 that it has done the round */
        if (rank)
            MPI_Send(&round, 1, MPI_INT, 0, 100 + round, MPI_COMM_WORLD);
        for (int i = 1; !rank && i < SIDE * SIDE; i++)
            MPI_Recv(&some, 1, MPI_INT, MPI_ANY_SOURCE, 100 + round, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
