/* mpich: compiles */
/* SPDX-License-Identifier: Apache-2.0
 *
 * wrong_leave.c - whom does a rank wait for before it leaves a collective?
 *
 * Ranks 0 and 1 share a communicator. One of them, the *late* one, arrives at a
 * collective on it only after rank 2 has received its message (MPI_Ssend); the other one,
 * the *early* one, leaves the collective and then sends to rank 2. Rank 2 claims that the
 * message of the late one comes first. This is so exactly if the early one waits for the
 * late one.
 *
 * The late one is rank 1, or rank 0 if the name ends in -1: then rank 1 is early. The
 * comment in front of each collective is read by wrong.sh; with `verified`, the early one
 * waits. */
#include <assert.h>
#include <mpi.h>
#include <string.h>

static int rank, early, late;
static int a[4], b[4];
static const int zero[2], one[2] = {1, 1}, at[2] = {0, 1}, first[2] = {1, 0},
                          second[2] = {0, 1};
static const MPI_Aint offsets[2] = {0, 8};
static MPI_Comm c, inter, graph, made;
static MPI_Datatype nothing; /* of size 0 */
static MPI_Datatype ints[2], nothings[2];
static MPI_Request request;

static void done(void)
{
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* mazurka: -n 3 -- barrier => verified */
static void barrier(void)
{
    MPI_Barrier(c);
}
/* mazurka: -n 3 -- ibarrier-1 => verified */
static void ibarrier(void)
{
    MPI_Ibarrier(c, &request), done();
}

/* The root does not wait, the other one does; unless there are no data. */
/* mazurka: -n 3 -- bcast => assertion: first */
/* mazurka: -n 3 -- bcast-1 => verified */
static void bcast(void)
{
    MPI_Bcast(a, 1, MPI_INT, 0, c);
}
/* mazurka: -n 3 -- ibcast => assertion: first */
/* mazurka: -n 3 -- ibcast-1 => verified */
static void ibcast(void)
{
    MPI_Ibcast(a, 1, MPI_INT, 0, c, &request), done();
}
/* mazurka: -n 3 -- bcast-zero-1 => assertion: first */
static void bcast_zero(void)
{
    MPI_Bcast(a, 0, MPI_INT, 0, c);
}
/* mazurka: -n 3 -- bcast-nothing-1 => assertion: first */
static void bcast_nothing(void)
{
    MPI_Bcast(a, 3, nothing, 0, c);
}

/* mazurka: -n 3 -- gather => verified */
/* mazurka: -n 3 -- gather-1 => assertion: first */
static void gather(void)
{
    MPI_Gather(a, 1, MPI_INT, b, 1, MPI_INT, 0, c);
}
/* mazurka: -n 3 -- gather-zero => assertion: first */
static void gather_zero(void)
{
    MPI_Gather(a, 0, MPI_INT, b, 0, MPI_INT, 0, c);
}
/* mazurka: -n 3 -- gatherv => verified */
static void gatherv(void)
{
    MPI_Gatherv(a, rank == 1, MPI_INT, b, second, at, MPI_INT, 0, c);
}
/* mazurka: -n 3 -- gatherv-zero => assertion: first */
static void gatherv_zero(void)
{
    MPI_Gatherv(a, !rank, MPI_INT, b, first, at, MPI_INT, 0, c);
}
/* mazurka: -n 3 -- igatherv-zero => assertion: first */
static void igatherv_zero(void)
{
    MPI_Igatherv(a, !rank, MPI_INT, b, first, at, MPI_INT, 0, c, &request), done();
}

/* mazurka: -n 3 -- scatter => assertion: first */
/* mazurka: -n 3 -- scatter-1 => verified */
static void scatter(void)
{
    MPI_Scatter(a, 1, MPI_INT, b, 1, MPI_INT, 0, c);
}
/* mazurka: -n 3 -- scatterv-1 => verified */
static void scatterv(void)
{
    MPI_Scatterv(a, second, at, MPI_INT, b, rank, MPI_INT, 0, c);
}
/* mazurka: -n 3 -- scatterv-zero-1 => assertion: first */
static void scatterv_zero(void)
{
    MPI_Scatterv(a, first, at, MPI_INT, b, !rank, MPI_INT, 0, c);
}

/* mazurka: -n 3 -- allgather => verified */
static void allgather(void)
{
    MPI_Allgather(a, 1, MPI_INT, b, 1, MPI_INT, c);
}
/* mazurka: -n 3 -- allgather-zero => assertion: first */
static void allgather_zero(void)
{
    MPI_Allgather(a, 0, MPI_INT, b, 0, MPI_INT, c);
}
/* mazurka: -n 3 -- allgatherv => verified */
/* mazurka: -n 3 -- allgatherv-1 => assertion: first */
static void allgatherv(void)
{
    MPI_Allgatherv(a, rank, MPI_INT, b, second, at, MPI_INT, c);
}
/* mazurka: -n 3 -- iallgatherv-1 => assertion: first */
static void iallgatherv(void)
{
    MPI_Iallgatherv(a, rank, MPI_INT, b, second, at, MPI_INT, c, &request), done();
}

/* mazurka: -n 3 -- alltoall => verified */
static void alltoall(void)
{
    MPI_Alltoall(a, 1, MPI_INT, b, 1, MPI_INT, c);
}
/* mazurka: -n 3 -- alltoall-nothing => assertion: first */
static void alltoall_nothing(void)
{
    MPI_Alltoall(a, 1, nothing, b, 1, nothing, c);
}
/* Only rank 1 gives something, and only to rank 0. */
/* mazurka: -n 3 -- alltoallv => verified */
/* mazurka: -n 3 -- alltoallv-1 => assertion: first */
static void alltoallv(void)
{
    MPI_Alltoallv(a, rank ? first : zero, at, MPI_INT, b, rank ? zero : second, at,
                  MPI_INT, c);
}
/* mazurka: -n 3 -- ialltoallv-1 => assertion: first */
static void ialltoallv(void)
{
    MPI_Ialltoallv(a, rank ? first : zero, at, MPI_INT, b, rank ? zero : second, at,
                   MPI_INT, c, &request);
    done();
}
/* mazurka: -n 3 -- alltoallw => verified */
static void alltoallw(void)
{
    const int bytes[2] = {0, sizeof(int)};
    MPI_Alltoallw(a, one, bytes, ints, b, one, bytes, ints, c);
}
/* mazurka: -n 3 -- alltoallw-nothing => assertion: first */
static void alltoallw_nothing(void)
{
    MPI_Alltoallw(a, one, at, nothings, b, one, at, nothings, c);
}

/* mazurka: -n 3 -- reduce => verified */
/* mazurka: -n 3 -- reduce-1 => assertion: first */
static void reduce(void)
{
    MPI_Reduce(a, b, 1, MPI_INT, MPI_SUM, 0, c);
}
/* mazurka: -n 3 -- reduce-zero => assertion: first */
static void reduce_zero(void)
{
    MPI_Reduce(a, b, 0, MPI_INT, MPI_SUM, 0, c);
}
/* mazurka: -n 3 -- allreduce => verified */
static void allreduce(void)
{
    MPI_Allreduce(a, b, 1, MPI_INT, MPI_SUM, c);
}
/* mazurka: -n 3 -- allreduce-zero => assertion: first */
static void allreduce_zero(void)
{
    MPI_Allreduce(a, b, 0, MPI_INT, MPI_SUM, c);
}
/* mazurka: -n 3 -- iallreduce-zero => assertion: first */
static void iallreduce_zero(void)
{
    MPI_Iallreduce(a, b, 0, MPI_INT, MPI_SUM, c, &request), done();
}
/* mazurka: -n 3 -- reduce-scatter => verified */
/* mazurka: -n 3 -- reduce-scatter-1 => assertion: first */
static void reduce_scatter(void)
{
    MPI_Reduce_scatter(a, b, first, MPI_INT, MPI_SUM, c);
}
/* mazurka: -n 3 -- reduce-block => verified */
static void reduce_block(void)
{
    MPI_Reduce_scatter_block(a, b, 1, MPI_INT, MPI_SUM, c);
}
/* mazurka: -n 3 -- reduce-block-zero => assertion: first */
static void reduce_block_zero(void)
{
    MPI_Reduce_scatter_block(a, b, 0, MPI_INT, MPI_SUM, c);
}
/* mazurka: -n 3 -- scan => assertion: first */
/* mazurka: -n 3 -- scan-1 => verified */
static void scan(void)
{
    MPI_Scan(a, b, 1, MPI_INT, MPI_SUM, c);
}
/* mazurka: -n 3 -- scan-zero-1 => assertion: first */
static void scan_zero(void)
{
    MPI_Scan(a, b, 0, MPI_INT, MPI_SUM, c);
}
/* mazurka: -n 3 -- exscan => assertion: first */
/* mazurka: -n 3 -- exscan-1 => verified */
static void exscan(void)
{
    MPI_Exscan(a, b, 1, MPI_INT, MPI_SUM, c);
}

/* The edge is from 1 to 0. */
/* mazurka: -n 3 -- neighbor-allgather => verified */
/* mazurka: -n 3 -- neighbor-allgather-1 => assertion: first */
static void neighbor_allgather(void)
{
    MPI_Neighbor_allgather(a, 1, MPI_INT, b, 1, MPI_INT, graph);
}
/* mazurka: -n 3 -- neighbor-alltoall => verified */
static void neighbor_alltoall(void)
{
    MPI_Neighbor_alltoall(a, 1, MPI_INT, b, 1, MPI_INT, graph);
}
/* mazurka: -n 3 -- neighbor-alltoallv-zero => assertion: first */
static void neighbor_alltoallv_zero(void)
{
    MPI_Neighbor_alltoallv(a, zero, at, MPI_INT, b, zero, at, MPI_INT, graph);
}
/* mazurka: -n 3 -- neighbor-alltoallw-nothing => assertion: first */
static void neighbor_alltoallw_nothing(void)
{
    MPI_Ineighbor_alltoallw(a, one, offsets, nothings, b, one, offsets, nothings, graph,
                            &request);
    done();
}

/* In an intercommunicator of rank 0 and rank 1 data go to the other side. */
/* mazurka: -n 3 -- inter-barrier => verified */
static void inter_barrier(void)
{
    MPI_Barrier(inter);
}
/* mazurka: -n 3 -- inter-bcast => assertion: first */
/* mazurka: -n 3 -- inter-bcast-1 => verified */
static void inter_bcast(void)
{
    MPI_Bcast(a, 1, MPI_INT, rank ? 0 : MPI_ROOT, inter);
}
/* mazurka: -n 3 -- inter-allreduce => verified */
static void inter_allreduce(void)
{
    MPI_Allreduce(a, b, 1, MPI_INT, MPI_SUM, inter);
}
/* mazurka: -n 3 -- inter-allgather => verified */
/* mazurka: -n 3 -- inter-allgather-1 => assertion: first */
static void inter_allgather(void)
{
    MPI_Allgather(a, rank, MPI_INT, b, !rank, MPI_INT, inter);
}
/* mazurka: -n 3 -- inter-reduce-scatter-1 => verified */
static void inter_reduce_scatter(void)
{
    MPI_Reduce_scatter(a, b, one, MPI_INT, MPI_SUM, inter);
}

/* Communicators are made together, and freed alone. */
/* mazurka: -n 3 -- dup => verified */
static void dup(void)
{
    MPI_Comm_dup(c, &made), MPI_Comm_free(&made);
}
/* mazurka: -n 3 -- split-1 => verified */
static void split(void)
{
    MPI_Comm_split(c, rank, 0, &made), MPI_Comm_free(&made);
}
/* mazurka: -n 3 -- free => assertion: first */
static void comm_free(void)
{
    MPI_Comm_free(&inter);
}

/* ---- ranks that disagree, and nobody waits for both ---- */

/* mazurka: -n 3 -- bcast-unexpected => datatype-mismatch+assertion: gives data to this rank with MPI_Bcast at */
static void bcast_unexpected(void)
{
    MPI_Bcast(a, !rank, MPI_INT, 0, c);
}
/* mazurka: -n 3 -- gather-unexpected => datatype-mismatch+assertion: this rank takes none with MPI_Gather at */
static void gather_unexpected(void)
{
    MPI_Gather(rank ? a : MPI_IN_PLACE, 1, MPI_INT, b, 0, MPI_INT, 0, c);
}
/* mazurka: -n 3 -- reduce-unexpected => datatype-mismatch+assertion: this rank takes none with MPI_Reduce at */
static void reduce_unexpected(void)
{
    MPI_Reduce(a, b, rank, MPI_INT, MPI_SUM, 0, c);
}
/* mazurka: -n 3 -- alltoallv-unexpected => datatype-mismatch+assertion: takes none with MPI_Alltoallv at */
static void alltoallv_unexpected(void)
{
    MPI_Alltoallv(a, one, at, MPI_INT, b, rank ? second : first, at, MPI_INT, c);
}
/* mazurka: -n 3 -- late-unexpected => datatype-mismatch+assertion: rank 0 gives data to this rank in a */
static void late_unexpected(void)
{
    for (int i = 0; i < 20; i++)
        MPI_Bcast(a, i < 19, MPI_INT, 0, c);
    MPI_Bcast(a, !rank, MPI_INT, 0, c);
}
/* mazurka: -n 3 -- zero-and-other => call-mismatch+assertion: calls MPI_Gather */
static void zero_and_other(void)
{
    if (rank)
        MPI_Bcast(a, 0, MPI_INT, 0, c);
    else
        MPI_Gather(a, 0, MPI_INT, b, 0, MPI_INT, 0, c);
}
/* mazurka: -n 3 -- zero-roots => root-mismatch+assertion: with root 1 */
static void zero_roots(void)
{
    MPI_Bcast(a, 0, MPI_INT, rank, c);
}
/* mazurka: -n 3 -- zero-operators => operator-mismatch+assertion: with MPI_MAX */
static void zero_operators(void)
{
    MPI_Allreduce(a, b, 0, MPI_INT, rank ? MPI_MAX : MPI_SUM, c);
}
/* mazurka: -n 3 -- allreduce-some => datatype-mismatch+assertion: gives nothing */
static void allreduce_some(void)
{
    MPI_Allreduce(a, b, rank, MPI_INT, MPI_SUM, c);
}
/* mazurka: -n 3 -- alone => call-mismatch+assertion+potential-deadlock: never does */
static void alone(void)
{
    if (rank)
        MPI_Bcast(a, 0, MPI_INT, 0, c);
}
/* mazurka: -n 3 -- prepared-roots => root-mismatch+assertion: MPI_Bcast_init */
static void prepared_roots(void)
{
    MPI_Bcast_init(a, 1, MPI_INT, rank, c, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
}
/* mazurka: -n 3 -- agreed => verified */
static void agreed(void)
{
    for (int i = 0; i < 40; i++) {
        MPI_Bcast(a, i % 3, MPI_INT, i % 2, c);
        MPI_Alltoallv(a, rank ? first : zero, at, MPI_INT, b, rank ? zero : second, at,
                      MPI_INT, c);
        MPI_Reduce_scatter(a, b, first, MPI_INT, MPI_SUM, c);
        MPI_Exscan(a, b, 1, MPI_INT, MPI_SUM, c);
        MPI_Neighbor_allgather(a, 1, MPI_INT, b, 1, MPI_INT, graph);
        MPI_Bcast(a, 1, MPI_INT, rank ? 0 : MPI_ROOT, inter);
        MPI_Gather(a, 1, MPI_INT, b, 1, MPI_INT, rank ? 0 : MPI_ROOT, inter);
        MPI_Reduce_scatter(a, b, one, MPI_INT, MPI_SUM, inter);
    }
}

/* ---- all of them ---- */

static const struct {
    const char *name;
    void (*run)(void);
} programs[] = {
    {"barrier", barrier},
    {"ibarrier", ibarrier},
    {"bcast", bcast},
    {"ibcast", ibcast},
    {"bcast-zero", bcast_zero},
    {"bcast-nothing", bcast_nothing},
    {"gather", gather},
    {"gather-zero", gather_zero},
    {"gatherv", gatherv},
    {"gatherv-zero", gatherv_zero},
    {"igatherv-zero", igatherv_zero},
    {"scatter", scatter},
    {"scatterv", scatterv},
    {"scatterv-zero", scatterv_zero},
    {"allgather", allgather},
    {"allgather-zero", allgather_zero},
    {"allgatherv", allgatherv},
    {"iallgatherv", iallgatherv},
    {"alltoall", alltoall},
    {"alltoall-nothing", alltoall_nothing},
    {"alltoallv", alltoallv},
    {"ialltoallv", ialltoallv},
    {"alltoallw", alltoallw},
    {"alltoallw-nothing", alltoallw_nothing},
    {"reduce", reduce},
    {"reduce-zero", reduce_zero},
    {"allreduce", allreduce},
    {"allreduce-zero", allreduce_zero},
    {"iallreduce-zero", iallreduce_zero},
    {"reduce-scatter", reduce_scatter},
    {"reduce-block", reduce_block},
    {"reduce-block-zero", reduce_block_zero},
    {"scan", scan},
    {"scan-zero", scan_zero},
    {"exscan", exscan},
    {"neighbor-allgather", neighbor_allgather},
    {"neighbor-alltoall", neighbor_alltoall},
    {"neighbor-alltoallv-zero", neighbor_alltoallv_zero},
    {"neighbor-alltoallw-nothing", neighbor_alltoallw_nothing},
    {"inter-barrier", inter_barrier},
    {"inter-bcast", inter_bcast},
    {"inter-allreduce", inter_allreduce},
    {"inter-allgather", inter_allgather},
    {"inter-reduce-scatter", inter_reduce_scatter},
    {"dup", dup},
    {"split", split},
    {"free", comm_free},
    {"bcast-unexpected", bcast_unexpected},
    {"gather-unexpected", gather_unexpected},
    {"reduce-unexpected", reduce_unexpected},
    {"alltoallv-unexpected", alltoallv_unexpected},
    {"late-unexpected", late_unexpected},
    {"zero-and-other", zero_and_other},
    {"zero-roots", zero_roots},
    {"zero-operators", zero_operators},
    {"allreduce-some", allreduce_some},
    {"alone", alone},
    {"prepared-roots", prepared_roots},
    {"agreed", agreed},
};

static void (*find(const char *name, size_t n))(void)
{
    for (unsigned i = 0; i < sizeof programs / sizeof *programs; i++)
        if (strlen(programs[i].name) == n && !strncmp(name, programs[i].name, n))
            return programs[i].run;
    MPI_Abort(MPI_COMM_WORLD, 2);
    return NULL;
}

static void make(void)
{
    MPI_Comm_split(MPI_COMM_WORLD, rank < 2 ? 0 : MPI_UNDEFINED, 0, &c);
    MPI_Type_contiguous(0, MPI_INT, &nothing);
    MPI_Type_commit(&nothing);
    ints[0] = ints[1] = MPI_INT;
    nothings[0] = nothings[1] = nothing;
    if (rank == 2)
        return;
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, !rank, 0, &inter);
    MPI_Dist_graph_create(c, rank, &rank, one, (int[]){0}, MPI_UNWEIGHTED, MPI_INFO_NULL,
                          0, &graph);
}

static void unmake(void)
{
    MPI_Type_free(&nothing);
    if (rank == 2)
        return;
    MPI_Comm_free(&c);
    if (inter != MPI_COMM_NULL)
        MPI_Comm_free(&inter);
    if (graph != MPI_COMM_NULL)
        MPI_Comm_free(&graph);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    size_t n = strlen(argv[argc - 1]);
    early = n > 2 && !strcmp(argv[argc - 1] + n - 2, "-1");
    late = !early;
    void (*run)(void) = find(argv[argc - 1], early ? n - 2 : n);
    make();
    if (rank == 2) {
        MPI_Status status;
        MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        int first_is_late = status.MPI_SOURCE == late;
        assert(first_is_late);
        MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
    } else {
        if (rank == late)
            MPI_Ssend(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
        run();
        if (rank == early)
            MPI_Send(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
    }
    unmake();
    MPI_Finalize();
    return 0;
}
