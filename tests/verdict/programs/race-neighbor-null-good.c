/* mazurka: -n 2 => verified */
/* mpich: passes */
/* At the border of a grid there is no neighbour, and its block is not touched: the
 * program may use it meanwhile, and blocks may lie there on top of each other. */
#include "truth.h"

int main(void)
{
    int rank = begin(), dims = 2, periods = 0, here = rank ? 1 : 0, sum = 0;
    int out[2] = {1, 2}, in[2] = {-1, -1};
    MPI_Comm line;
    MPI_Request q;
    MPI_Cart_create(WORLD, 1, &dims, &periods, 0, &line);
    MPI_Ineighbor_allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, line, &q);
    in[here] = 5;
    sum += in[here];
    MPI_Wait(&q, IGNORE);
    assert(sum == 5 && in[here] == 5 && in[!here] == !rank);
    MPI_Ineighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, line, &q);
    out[here] = 7;
    in[here]++;
    MPI_Wait(&q, IGNORE);
    assert(in[here] == 6 && in[!here] == (rank ? 2 : 1));
    int n[2] = {1, 1}, at[2] = {0, 0}, places[2] = {here ? 0 : 1 << 30, here ? 1 << 30 : 0};
    MPI_Neighbor_alltoallv(out, n, places, MPI_INT, in, n, at, MPI_INT, line);
    MPI_Comm_free(&line);
    return end();
}
