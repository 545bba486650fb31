/* mazurka: -n 4 --executions 1 --show-output => exit-code */
/* env: SAY_EXIT=1 */
/* mpich: prints the same */
/* Collectives among neighbours: grids, graphs, distributed graphs. */
#include "say.h"

static int a[32], b[32], counts[4], displs[4];
static MPI_Aint offsets[4];
static MPI_Datatype types[4];

static void fill(void)
{
    for (int i = 0; i < 32; i++) {
        a[i] = 100 * rank + i;
        b[i] = -1;
    }
}

/* Where a grid's neighbour is both below and above, MPICH's v and w functions do not do as
 * its others (and MPI 4.0) do. */
static void all(MPI_Comm c, int ambiguous)
{
    MPI_Request r;
    fill();
    MPI_Neighbor_allgather(a, 2, MPI_INT, b, 2, MPI_INT, c);
    SAY_INTS(b, 9);
    fill();
    MPI_Neighbor_allgatherv(a, 1, MPI_INT, b, counts, displs, MPI_INT, c);
    SAY_INTS(b, 12);
    fill();
    MPI_Neighbor_alltoall(a, 2, MPI_INT, b, 2, MPI_INT, c);
    SAY_INTS(b, 9);
    if (!ambiguous) {
        fill();
        MPI_Neighbor_alltoallv(a, counts, displs, MPI_INT, b, counts, displs, MPI_INT, c);
        SAY_INTS(b, 12);
        fill();
        MPI_Neighbor_alltoallw(a, counts, offsets, types, b, counts, offsets, types, c);
        SAY_INTS(b, 12);
    }
    fill();
    MPI_Ineighbor_alltoall(a, 1, MPI_INT, b, 1, MPI_INT, c, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    SAY_INTS(b, 5);
    fill();
    MPI_Ineighbor_allgather(a, 1, MPI_INT, b, 1, MPI_INT, c, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    SAY_INTS(b, 5);
}

int main(int argc, char **argv)
{
    MPI_Comm c;
    begin(&argc, &argv);
    for (int i = 0; i < 4; i++) {
        counts[i] = 1;
        displs[i] = 3 * i;
        offsets[i] = 8 * i;
        types[i] = MPI_INT;
    }
    for (int periodic = 0; periodic < 2; periodic++) {
        int dims[2] = {2, 2}, periods[2] = {periodic, 0}, line = 4;
        MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &c);
        all(c, periodic);
        MPI_Comm_free(&c);
        MPI_Cart_create(MPI_COMM_WORLD, 1, &line, &periodic, 0, &c);
        all(c, 0);
        MPI_Comm_free(&c);
        dims[0] = 1, dims[1] = 4, periods[1] = periodic;
        MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &c);
        all(c, periodic);
        MPI_Comm_free(&c);
    }
    int index[4] = {3, 4, 6, 8}, edges[8] = {1, 2, 3, 0, 0, 3, 0, 2};
    MPI_Graph_create(MPI_COMM_WORLD, 4, index, edges, 0, &c);
    all(c, 0);
    MPI_Comm_free(&c);
    int from[2] = {(rank + 3) % 4, (rank + 2) % 4}, to[2] = {(rank + 1) % 4, (rank + 2) % 4};
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, from, MPI_UNWEIGHTED, 2, to,
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &c);
    all(c, 0);
    MPI_Comm_free(&c);
    MPI_Finalize();
}
