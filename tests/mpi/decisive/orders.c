/* orders.c FAILING - every rank but the first adds to a counter of rank 0 and to one of
 * rank 1; who comes when is sent to rank 0, which fails if that is listed. FAILING: the
 * orders, as in "231/321,": who came first, second, ... to the one counter, a slash, to
 * the other, a comma. */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1, *memory;
    MPI_Win window;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                     &memory, &window);
    *memory = 0;
    int came[2] = {0, 0};
    MPI_Win_fence(0, window);
    if (rank)
        for (int to = 0; to < 2; to++)
            MPI_Fetch_and_op(&one, &came[to], MPI_INT, to, 0, MPI_SUM, window);
    MPI_Win_fence(0, window);
    if (rank)
        MPI_Send(came, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
    char order[2][10] = {"", ""}, both[32];
    for (int from = 1; !rank && from < size; from++) {
        MPI_Recv(came, 2, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        order[0][came[0]] = order[1][came[1]] = (char)('0' + from);
    }
    snprintf(both, sizeof both, "%s/%s,", order[0], order[1]);
    assert(rank || !strstr(argv[1], both));
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
