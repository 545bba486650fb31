/* mazurka: -n 4 --executions 1 --show-output => exit-code */
/* env: SAY_EXIT=1 */
/* mpich: prints the same */
/* Functions for large counts, with counts that are not: their results. */
#include "say.h"

enum { N = 4 };
static int a[64], b[64];
static MPI_Count counts[N], scounts[N];
static MPI_Aint displs[N], sdispls[N];
static MPI_Datatype types[N];

static void fill(void)
{
    for (int i = 0; i < 64; i++) {
        a[i] = 100 * rank + i;
        b[i] = -1;
    }
}

#define WAIT MPI_Wait(&r, MPI_STATUS_IGNORE)
#define W    MPI_COMM_WORLD
/* The blocking, the nonblocking and the persistent form. MPICH 4.0 starts some of the
 * latter once only. */
#define FORMS(name, iname, ...)                                                          \
    do {                                                                                 \
        MPI_Request r;                                                                   \
        fill();                                                                          \
        MPI_##name##_c(__VA_ARGS__);                                                     \
        SAY_INTS(b, 12);                                                                 \
        fill();                                                                          \
        MPI_##iname##_c(__VA_ARGS__, &r), WAIT;                                          \
        SAY_INTS(b, 12);                                                                 \
        fill();                                                                          \
        MPI_##name##_init_c(__VA_ARGS__, MPI_INFO_NULL, &r);                             \
        MPI_Start(&r), WAIT;                                                             \
        SAY_INTS(b, 12);                                                                 \
        MPI_Request_free(&r);                                                            \
    } while (0)

static void left(void *in, void *inout, MPI_Count *len, MPI_Datatype *type)
{
    int *x = in, *y = inout;
    for (MPI_Count i = 0; i < *len; i++)
        y[i] = x[i]; /* not commutative */
    (void)type;
}

static void collectives(void)
{
    MPI_Op op;
    for (int i = 0; i < N; i++) {
        counts[i] = i + 1, displs[i] = (i * (i + 1)) / 2 + i;
        scounts[i] = rank + 1, sdispls[i] = 5 * i;
        types[i] = MPI_INT;
    }
    FORMS(Gather, Igather, a, 2, MPI_INT, b, 2, MPI_INT, 1, W);
    FORMS(Gatherv, Igatherv, a, rank + 1, MPI_INT, b, counts, displs, MPI_INT, 1, W);
    FORMS(Scatter, Iscatter, a, 2, MPI_INT, b, 2, MPI_INT, 1, W);
    FORMS(Scatterv, Iscatterv, a, counts, displs, MPI_INT, b, rank + 1, MPI_INT, 1, W);
    FORMS(Allgather, Iallgather, a, 2, MPI_INT, b, 2, MPI_INT, W);
    FORMS(Allgatherv, Iallgatherv, a, rank + 1, MPI_INT, b, counts, displs, MPI_INT, W);
    FORMS(Alltoall, Ialltoall, a, 2, MPI_INT, b, 2, MPI_INT, W);
    FORMS(Alltoallv, Ialltoallv, a, scounts, sdispls, MPI_INT, b, counts, displs, MPI_INT,
          W);
    for (int i = 0; i < N; i++)
        displs[i] *= 4, sdispls[i] *= 4;
    FORMS(Alltoallw, Ialltoallw, a, scounts, sdispls, types, b, counts, displs, types, W);
    FORMS(Bcast, Ibcast, rank == 2 ? a : b, 3, MPI_INT, 2, W);
    FORMS(Reduce, Ireduce, a, b, 3, MPI_INT, MPI_SUM, 0, W);
    FORMS(Allreduce, Iallreduce, a, b, 3, MPI_INT, MPI_MAX, W);
    FORMS(Reduce_scatter, Ireduce_scatter, a, b, counts, MPI_INT, MPI_SUM, W);
    FORMS(Reduce_scatter_block, Ireduce_scatter_block, a, b, 2, MPI_INT, MPI_SUM, W);
    FORMS(Scan, Iscan, a, b, 3, MPI_INT, MPI_SUM, W);
    FORMS(Exscan, Iexscan, a, b, 3, MPI_INT, MPI_SUM, W);
    MPI_Op_create_c(left, 0, &op);
    FORMS(Allreduce, Iallreduce, a, b, 3, MPI_INT, op, W);
    fill();
    MPI_Reduce_local_c(a, b, 3, MPI_INT, op);
    SAY_INTS(b, 4);
    MPI_Op_free(&op);
    /* Ranks may call different ones of the two. */
    fill();
    if (rank % 2)
        MPI_Bcast_c(rank ? b : a, 3, MPI_INT, 0, W);
    else
        MPI_Bcast(rank ? b : a, 3, MPI_INT, 0, W);
    if (rank % 2)
        MPI_Allreduce(a, b, 3, MPI_INT, MPI_SUM, W);
    else
        MPI_Allreduce_c(a, b, 3, MPI_INT, MPI_SUM, W);
    SAY_INTS(b, 4);
}

static void neighbours(void)
{
    int dims[] = {4}, periods[] = {1};
    MPI_Comm grid;
    MPI_Cart_create(W, 1, dims, periods, 0, &grid);
    for (int i = 0; i < N; i++)
        counts[i] = scounts[i] = 2, displs[i] = sdispls[i] = 3 * i;
    FORMS(Neighbor_allgather, Ineighbor_allgather, a, 2, MPI_INT, b, 2, MPI_INT, grid);
    FORMS(Neighbor_allgatherv, Ineighbor_allgatherv, a, 2, MPI_INT, b, counts, displs,
          MPI_INT, grid);
    FORMS(Neighbor_alltoall, Ineighbor_alltoall, a, 2, MPI_INT, b, 2, MPI_INT, grid);
    FORMS(Neighbor_alltoallv, Ineighbor_alltoallv, a, scounts, sdispls, MPI_INT, b,
          counts, displs, MPI_INT, grid);
    for (int i = 0; i < N; i++)
        displs[i] *= 4, sdispls[i] *= 4;
    FORMS(Neighbor_alltoallw, Ineighbor_alltoallw, a, scounts, sdispls, types, b, counts,
          displs, types, grid);
    MPI_Comm_free(&grid);
}

/* Sends to the next rank in all ways, and receives in all ways. */
static void messages(void)
{
    enum { SENDS = 6 };
    int to = (rank + 1) % size, from = (rank + size - 1) % size, flag;
    char *space = malloc(20000);
    void *back;
    MPI_Count n, bytes;
    MPI_Request s[SENDS], r;
    MPI_Status status;
    MPI_Message m;
    fill();
    MPI_Buffer_attach_c(space, 20000);
    MPI_Irecv_c(b, 3, MPI_INT, from, 1, W, &r);
    MPI_Send_c(a, 3, MPI_INT, to, 1, W);
    MPI_Wait(&r, &status);
    SAY_STATUS(&status, MPI_INT);
    MPI_Recv_init_c(b, 3, MPI_INT, from, 2, W, &r);
    MPI_Start(&r);
    MPI_Ssend_c(a + 1, 3, MPI_INT, to, 2, W);
    MPI_Wait(&r, &status);
    MPI_Request_free(&r);
    SAY_INTS(b, 4);
    MPI_Irecv_c(b, 3, MPI_INT, from, 3, W, &r);
    MPI_Barrier(W);
    MPI_Rsend_c(a + 2, 3, MPI_INT, to, 3, W);
    WAIT;
    MPI_Bsend_c(a + 3, 3, MPI_INT, to, 4, W);
    MPI_Recv_c(b, 5, MPI_INT, from, 4, W, &status);
    MPI_Get_count_c(&status, MPI_INT, &n);
    SAY("count %ld", (long)n);
    MPI_Get_elements_c(&status, MPI_SHORT, &n);
    SAY("elements %ld", (long)n);
    MPI_Isend_c(a, 1, MPI_INT, to, 5, W, &s[0]);
    MPI_Issend_c(a + 1, 1, MPI_INT, to, 6, W, &s[1]);
    MPI_Ibsend_c(a + 2, 1, MPI_INT, to, 7, W, &s[2]);
    MPI_Send_init_c(a + 3, 1, MPI_INT, to, 8, W, &s[3]);
    MPI_Ssend_init_c(a + 4, 1, MPI_INT, to, 9, W, &s[4]);
    MPI_Bsend_init_c(a + 5, 1, MPI_INT, to, 10, W, &s[5]);
    MPI_Startall(3, s + 3);
    for (int i = 0; i < 4; i++)
        MPI_Recv_c(b + i, 1, MPI_INT, from, 5 + i, W, MPI_STATUS_IGNORE);
    MPI_Mprobe(from, 9, W, &m, &status);
    MPI_Mrecv_c(b + 4, 1, MPI_INT, &m, &status);
    MPI_Mprobe(from, 10, W, &m, &status);
    MPI_Imrecv_c(b + 5, 1, MPI_INT, &m, &r), WAIT;
    MPI_Waitall(6, s, MPI_STATUSES_IGNORE);
    for (int i = 3; i < 6; i++)
        MPI_Request_free(&s[i]);
    SAY_INTS(b, 7);
    MPI_Irecv_c(b, 1, MPI_INT, from, 11, W, &r);
    MPI_Barrier(W);
    MPI_Irsend_c(a, 1, MPI_INT, to, 11, W, &s[0]);
    WAIT;
    MPI_Wait(&s[0], MPI_STATUS_IGNORE);
    MPI_Irecv_c(b, 1, MPI_INT, from, 12, W, &r);
    MPI_Rsend_init_c(a + 7, 1, MPI_INT, to, 12, W, &s[0]);
    MPI_Barrier(W);
    MPI_Start(&s[0]);
    WAIT;
    MPI_Wait(&s[0], MPI_STATUS_IGNORE);
    MPI_Request_free(&s[0]);
    SAY_INTS(b, 2);
    MPI_Sendrecv_c(a, 2, MPI_INT, to, 13, b, 4, MPI_INT, from, 13, W, &status);
    SAY_STATUS(&status, MPI_INT);
    MPI_Sendrecv_replace_c(a, 2, MPI_INT, to, 14, from, 14, W, &status);
    SAY_INTS(a, 3);
    MPI_Isendrecv_c(a, 2, MPI_INT, to, 15, b, 4, MPI_INT, from, 15, W, &r);
    WAIT; /* MPICH 4.0 has no status for it */
    SAY_INTS(b, 3);
    MPI_Isendrecv_replace_c(a, 2, MPI_INT, to, 16, from, 16, W, &r);
    do
        MPI_Test(&r, &flag, &status);
    while (!flag);
    SAY_INTS(a, 3);
    MPI_Buffer_detach_c(&back, &bytes);
    SAY("detached %d %ld", back == space, (long)bytes);
    free(space);
}

static void tell(MPI_Datatype t)
{
    MPI_Count size_, lb, extent, tlb, textent, ints, addresses, large, datatypes;
    int combiner, i[40], at;
    MPI_Aint ad[40];
    MPI_Count c[40];
    MPI_Datatype d[40];
    char text[400];
    MPI_Type_size_c(t, &size_);
    MPI_Type_get_extent_c(t, &lb, &extent);
    MPI_Type_get_true_extent_c(t, &tlb, &textent);
    SAY("size %ld lb %ld extent %ld true %ld %ld", (long)size_, (long)lb, (long)extent,
        (long)tlb, (long)textent);
    MPI_Type_get_envelope_c(t, &ints, &addresses, &large, &datatypes, &combiner);
    MPI_Type_get_contents_c(t, ints, addresses, large, datatypes, i, ad, c, d);
    at = sprintf(text, "combiner %d:", combiner);
    for (int k = 0; k < ints; k++)
        at += sprintf(text + at, " i %d", i[k]);
    for (int k = 0; k < addresses; k++)
        at += sprintf(text + at, " a %ld", (long)ad[k]);
    for (int k = 0; k < large; k++)
        at += sprintf(text + at, " c %ld", (long)c[k]);
    for (int k = 0; k < datatypes; k++)
        at += sprintf(text + at, " t %d", d[k] == MPI_INT ? 1 : 2);
    SAY("%s", text);
    MPI_Type_free(&t);
}

static void datatypes(void)
{
    MPI_Count lengths[] = {1, 2, 1}, places[] = {0, 2, 6}, bytes[] = {0, 8, 24};
    MPI_Count sizes[] = {6, 5}, subsizes[] = {2, 3}, starts[] = {1, 2};
    MPI_Count huge[] = {3000000000, 4}, part[] = {2500000000, 2}, first[] = {7, 1};
    int distribs[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC};
    int dargs[] = {MPI_DISTRIBUTE_DFLT_DARG, 2}, psizes[] = {2, 2};
    MPI_Datatype t, kinds[] = {MPI_INT, MPI_INT, MPI_INT};
    int n, code;
    MPI_Type_contiguous_c(3, MPI_INT, &t), tell(t);
    MPI_Type_contiguous_c(3000000000, MPI_INT, &t), tell(t);
    MPI_Type_vector_c(3, 2, 4, MPI_INT, &t), tell(t);
    MPI_Type_vector_c(3, 2, 4000000000, MPI_INT, &t), tell(t);
    MPI_Type_create_hvector_c(3, 2, 40, MPI_INT, &t), tell(t);
    MPI_Type_indexed_c(3, lengths, places, MPI_INT, &t), tell(t);
    MPI_Type_create_hindexed_c(3, lengths, bytes, MPI_INT, &t), tell(t);
    MPI_Type_create_indexed_block_c(3, 2, places, MPI_INT, &t), tell(t);
    MPI_Type_create_hindexed_block_c(3, 2, bytes, MPI_INT, &t), tell(t);
    MPI_Type_create_struct_c(3, lengths, bytes, kinds, &t), tell(t);
    MPI_Type_create_resized_c(MPI_INT, -4, 5000000000, &t), tell(t);
    MPI_Type_create_subarray_c(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &t);
    tell(t);
    MPI_Type_create_subarray_c(2, huge, part, first, MPI_ORDER_FORTRAN, MPI_INT, &t);
    tell(t);
    MPI_Type_create_darray_c(4, rank, 2, sizes, distribs, dargs, psizes, MPI_ORDER_C,
                             MPI_INT, &t);
    tell(t);
    MPI_Type_contiguous(3, MPI_INT, &t), tell(t);
    MPI_Type_contiguous_c(3, MPI_INT, &t);
    MPI_Comm_set_errhandler(W, MPI_ERRORS_RETURN);
    code = MPI_Type_get_envelope(t, &n, &n, &n, &n);
    SAY("refused: %d", code != MPI_SUCCESS);
    MPI_Comm_set_errhandler(W, MPI_ERRORS_ARE_FATAL);
    MPI_Type_free(&t);
}

static void packing(void)
{
    char space[100];
    MPI_Count at = 4, bytes;
    fill();
    MPI_Pack_c(a, 3, MPI_INT, space, 100, &at, W);
    SAY("at %ld", (long)at);
    at = 4;
    MPI_Unpack_c(space, 100, &at, b, 2, MPI_INT, W);
    SAY("at %ld", (long)at);
    SAY_INTS(b, 3);
    MPI_Pack_size_c(3, MPI_INT, W, &bytes);
    SAY("%d", bytes >= 12);
    at = 0;
    MPI_Pack_external_c("external32", a, 3, MPI_INT, space, 100, &at);
    SAY("at %ld, %d", (long)at, space[3]);
    at = 4;
    MPI_Unpack_external_c("external32", space, 100, &at, b, 2, MPI_INT);
    SAY("at %ld", (long)at);
    SAY_INTS(b, 3);
    MPI_Pack_external_size_c("external32", 3, MPI_INT, &bytes);
    SAY("%ld", (long)bytes);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    collectives();
    neighbours();
    messages();
    datatypes();
    packing();
    MPI_Finalize();
}
