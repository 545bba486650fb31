/* mpich: passes */
/* What all ranks of a collective must say alike (MPI-4.1, chapter 6): with 0 they do, with 1 one of them does not, and the sum or
 * the size is the same all the same. */
#include "truth.h"

static int rank, size, bad; /* bad: 0 or 1 */
static int in[12], out[12];
static MPI_Request q;

static void wait(void)
{
    MPI_Wait(&q, IGNORE);
}

/* The result of rank 0 is one element longer on rank 1, and that of rank 1 shorter. */
static const int *lengths(void)
{
    static int n[3];
    for (int i = 0; i < 3; i++)
        n[i] = 2;
    if (bad && rank == 1)
        n[0] = 3, n[1] = 1;
    return n;
}

/* mazurka: -n 3 -- scatter 0 => verified!any */
/* mazurka: -n 3 -- scatter 1 => datatype-mismatch: MPI_Reduce_scatter with other counts than rank */
static void on_scatter(void)
{
    MPI_Reduce_scatter(in, out, lengths(), MPI_INT, MPI_SUM, WORLD);
}

/* mazurka: -n 3 -- iscatter 0 => verified!any */
/* mazurka: -n 3 -- iscatter 1 => datatype-mismatch: MPI_Ireduce_scatter with other counts than rank */
static void on_iscatter(void)
{
    MPI_Ireduce_scatter(in, out, lengths(), MPI_INT, MPI_SUM, WORLD, &q);
    wait();
}

/* mazurka: -n 3 -- persistent 0 => verified!any */
/* mazurka: -n 3 -- persistent 1 => datatype-mismatch: MPI_Reduce_scatter_init with other counts than rank */
static void on_persistent(void)
{
    MPI_Reduce_scatter_init(in, out, lengths(), MPI_INT, MPI_SUM, WORLD, MPI_INFO_NULL, &q);
    MPI_Start(&q);
    wait();
    MPI_Request_free(&q);
}

/* Rank 1 has no result, and waits for nobody. */
/* mazurka: -n 3 -- none 0 => verified!any */
/* mazurka: -n 3 -- none 1 => datatype-mismatch */
static void on_none(void)
{
    int n[3] = {3, 0, 3};
    if (bad && rank == 1)
        n[0] = 4, n[2] = 2;
    MPI_Reduce_scatter(in, out, n, MPI_INT, MPI_SUM, WORLD);
}

static void add(void *a, void *b, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++)
        ((int *)b)[i] += ((int *)a)[i];
}

/* mazurka: -n 2 -- commute 0 => verified!any */
/* mazurka: -n 2 -- commute 1 => operator-mismatch: commute, but rank */
static void on_commute(void)
{
    MPI_Op op;
    MPI_Op_create(add, !(bad && rank == 1), &op);
    MPI_Allreduce(in, out, 1, MPI_INT, op, WORLD);
    MPI_Op_free(&op);
}

/* mazurka: -n 2 -- in-place 0 => verified!any */
/* mazurka: -n 2 -- in-place 1 => call-mismatch: all ranks must give it, or none */
static void on_in_place(void)
{
    MPI_Allreduce(bad && rank == 1 ? in : MPI_IN_PLACE, out, 2, MPI_INT, MPI_SUM, WORLD);
}

/* mazurka: -n 2 -- gather-in-place 0 => verified!any */
/* mazurka: -n 2 -- gather-in-place 1 => call-mismatch: all ranks must give it, or none */
static void on_gather_in_place(void)
{
    MPI_Allgather(bad && rank == 1 ? in : MPI_IN_PLACE, 2, MPI_INT, out, 2, MPI_INT, WORLD);
}

/* mazurka: -n 2 -- all-in-place 0 => verified!any */
/* mazurka: -n 2 -- all-in-place 1 => call-mismatch: all ranks must give it, or none */
static void on_all_in_place(void)
{
    MPI_Alltoall(bad && rank == 1 ? in : MPI_IN_PLACE, 2, MPI_INT, out, 2, MPI_INT, WORLD);
}

/* Where not all ranks need it: one that gets nothing may have no buffer (6.10.2), and the root alone has a result. */
/* mazurka: -n 2 -- some-in-place 0 => verified!any */
static void on_some_in_place(void)
{
    int n[2] = {2, 2};
    MPI_Reduce_scatter(rank ? in : MPI_IN_PLACE, out, n, MPI_INT, MPI_SUM, WORLD);
    MPI_Scan(rank ? in : MPI_IN_PLACE, out, 2, MPI_INT, MPI_SUM, WORLD);
    MPI_Reduce(rank ? in : MPI_IN_PLACE, rank ? NULL : out, 2, MPI_INT, MPI_SUM, 0, WORLD);
}

/* Rank 1 believes that rank 0 gives nothing. */
/* mazurka: -n 2 -- zero 0 => verified!any */
/* mazurka: -n 2 -- zero 1 => datatype-mismatch */
static void on_zero(void)
{
    int n[2] = {bad && rank == 1 ? 0 : 2, 2}, at[2] = {0, 2};
    MPI_Scan(in, out, 1, MPI_INT, MPI_SUM, WORLD);
    MPI_Allgatherv(in, 2, MPI_INT, out, n, at, MPI_INT, WORLD);
    MPI_Scan(in, out, 1, MPI_INT, MPI_SUM, WORLD);
}

/* What a rank has for itself. */
/* mazurka: -n 2 -- own-gatherv 0 => verified!any */
/* mazurka: -n 2 -- own-gatherv 1 => datatype-mismatch: gives 8 bytes to itself, and takes none of them */
static void on_own_gatherv(void)
{
    int n[2] = {bad ? 0 : 2, 2}, at[2] = {0, 2};
    MPI_Gatherv(in, 2, MPI_INT, out, n, at, MPI_INT, 0, WORLD);
}

/* mazurka: -n 2 -- own-scatter 0 => verified!any */
/* mazurka: -n 2 -- own-scatter 1 => datatype-mismatch: gives 8 bytes to itself */
static void on_own_scatter(void)
{
    MPI_Scatter(in, 2, MPI_INT, out, bad && !rank ? 0 : 2, MPI_INT, 0, WORLD);
}

/* mazurka: -n 2 -- own-alltoallv 0 => verified!any */
/* mazurka: -n 2 -- own-alltoallv 1 => datatype-mismatch: gives 8 bytes to itself */
static void on_own_alltoallv(void)
{
    int given[2] = {2, 2}, taken[2] = {2, 2}, at[2] = {0, 2};
    taken[rank] -= bad && rank == 1 ? 2 : 0;
    MPI_Alltoallv(in, given, at, MPI_INT, out, taken, at, MPI_INT, WORLD);
}

/* mazurka: -n 2 -- own-allgatherv 0 => verified!any */
/* mazurka: -n 2 -- own-allgatherv 1 => datatype-mismatch */
static void on_own_allgatherv(void)
{
    int n[2] = {2, 2}, at[2] = {0, 2};
    n[rank] = bad ? 0 : 2;
    MPI_Allgatherv(in, 2, MPI_INT, out, n, at, MPI_INT, WORLD);
}

/* mazurka: -n 2 -- own-ialltoallw 0 => verified!any */
/* mazurka: -n 2 -- own-ialltoallw 1 => datatype-mismatch: gives 8 bytes to itself */
static void on_own_ialltoallw(void)
{
    int given[2] = {2, 2}, taken[2] = {2, 2}, at[2] = {0, 8};
    MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    taken[rank] -= bad && rank == 1 ? 2 : 0;
    MPI_Ialltoallw(in, given, at, types, out, taken, at, types, WORLD, &q);
    wait();
}

/* mazurka: -n 1 -- own-edge 0 => verified!any */
/* mazurka: -n 1 -- own-edge 1 => datatype-mismatch: gives 16 bytes to itself */
static void on_own_edge(void)
{
    int one = 1, yes = 1;
    MPI_Comm ring;
    MPI_Cart_create(WORLD, 1, &one, &yes, 0, &ring);
    MPI_Neighbor_alltoall(in, 2, MPI_INT, out, bad ? 0 : 2, MPI_INT, ring);
    MPI_Comm_free(&ring);
}

/* The arrays of a persistent collective belong to it until it is freed. */
/* mazurka: -n 2 -- arrays 0 => verified!any */
/* mazurka: -n 2 -- arrays 1 => local-race: the array of counts of the persistent MPI_Alltoallv_init */
static void on_arrays(void)
{
    int n[2] = {1, 1}, at[2] = {0, 1};
    MPI_Alltoallv_init(in, n, at, MPI_INT, out, n, at, MPI_INT, WORLD, MPI_INFO_NULL, &q);
    for (int i = 0; i < 2; i++) {
        MPI_Start(&q);
        wait();
        n[0] = bad ? 2 : 1;
    }
    MPI_Request_free(&q);
    n[0] = 3;
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"scatter", on_scatter},
    {"iscatter", on_iscatter},
    {"persistent", on_persistent},
    {"none", on_none},
    {"commute", on_commute},
    {"in-place", on_in_place},
    {"gather-in-place", on_gather_in_place},
    {"all-in-place", on_all_in_place},
    {"some-in-place", on_some_in_place},
    {"zero", on_zero},
    {"own-gatherv", on_own_gatherv},
    {"own-scatter", on_own_scatter},
    {"own-alltoallv", on_own_alltoallv},
    {"own-allgatherv", on_own_allgatherv},
    {"own-ialltoallw", on_own_ialltoallw},
    {"own-edge", on_own_edge},
    {"arrays", on_arrays},
};

int main(int argc, char **argv)
{
    rank = begin();
    MPI_Comm_size(WORLD, &size);
    bad = argc > 2 && atoi(argv[2]);
    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(argv[1], cases[i].name))
            cases[i].run();
    return end();
}
