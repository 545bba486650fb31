/* sequences.c TO0 TO1 FAILING - rank 0 and rank 1 receive from any source, and fail if
 * the senders came in an order that is listed. TO0 and TO1: how many messages each of the
 * ranks 2, 3, ... sends them, a digit for each; FAILING: the orders, as in "232/32,":
 * those of rank 0, a slash, those of rank 1, a comma. */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static void receive(const char *counts, char *order)
{
    int n = 0, x;
    MPI_Status status;
    for (const char *c = counts; *c; c++)
        n += *c - '0';
    for (int i = 0; i < n; i++) {
        MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        *order++ = (char)('0' + status.MPI_SOURCE);
    }
}

int main(int argc, char **argv)
{
    int rank;
    char orders[2][16] = {"", ""}, both[40];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank < 2)
        receive(argv[1 + rank], orders[rank]);
    for (int to = 0; rank > 1 && to < 2; to++)
        for (int i = 0; i < argv[1 + to][rank - 2] - '0'; i++)
            MPI_Send(&i, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Send(orders[1], sizeof orders[1], MPI_CHAR, 0, 1, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Recv(orders[1], sizeof orders[1], MPI_CHAR, 1, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        snprintf(both, sizeof both, "%s/%s,", orders[0], orders[1]);
        assert(!strstr(argv[3], both));
    }
    MPI_Finalize();
    return 0;
}
