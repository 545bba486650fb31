/* mpich: compiles */
/* SPDX-License-Identifier: Apache-2.0
 *
 * wrong_messages.c - as wrong.c, for messages, requests and collectives. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#define WORLD MPI_COMM_WORLD

static int rank, v[16], w[16];
static MPI_Request r[2];
static MPI_Status s;

/* Everybody sends to itself, and does not wait for it. */
static void exchange(MPI_Request *request)
{
    MPI_Isend(v, 1, MPI_INT, rank, 0, WORLD, request);
    MPI_Recv(w, 1, MPI_INT, rank, 0, WORLD, MPI_STATUS_IGNORE);
}

static void expect(int code, int class)
{
    int got;
    MPI_Error_class(code, &got);
    if (got != class)
        abort();
}

/* mazurka: -n 2 -- count => invalid-argument: the count is negative: -1 */
static void count_case(void)
{
    MPI_Send(v, -1, MPI_INT, 1, 0, WORLD);
}

/* mazurka: -n 2 -- destination => invalid-argument: the destination is rank 7 */
static void destination_case(void)
{
    MPI_Send(v, 1, MPI_INT, 7, 0, WORLD);
}

/* mazurka: -n 2 -- source => invalid-argument: the source is rank -4 */
static void source_case(void)
{
    MPI_Recv(v, 1, MPI_INT, -4, 0, WORLD, &s);
}

/* mazurka: -n 2 -- to-anybody => invalid-argument: MPI_ANY_SOURCE, which is for receives */
static void to_anybody_case(void)
{
    MPI_Send(v, 1, MPI_INT, MPI_ANY_SOURCE, 0, WORLD);
}

/* mazurka: -n 2 -- tag => invalid-argument: tag is -5 */
static void tag_case(void)
{
    MPI_Send(v, 1, MPI_INT, 1, -5, WORLD);
}

/* mazurka: -n 2 -- any-tag => invalid-argument: tag is MPI_ANY_TAG */
static void any_tag_case(void)
{
    MPI_Send(v, 1, MPI_INT, 1, MPI_ANY_TAG, WORLD);
}

/* mazurka: -n 2 -- large-tag => invalid-argument: MPI_TAG_UB */
static void large_tag_case(void)
{
    MPI_Recv(v, 1, MPI_INT, 1, 0x7fffffff, WORLD, &s);
}

/* mazurka: -n 2 -- null-buffer => invalid-argument: the buffer is NULL */
static void null_buffer_case(void)
{
    MPI_Send(NULL, 1, MPI_INT, 1, 0, WORLD);
}

/* mazurka: -n 2 -- null-type => invalid-argument: MPI_DATATYPE_NULL */
static void null_type_case(void)
{
    MPI_Send(v, 1, MPI_DATATYPE_NULL, 1, 0, WORLD);
}

/* mazurka: -n 2 -- uncommitted => invalid-argument: has not been committed */
static void uncommitted_case(void)
{
    MPI_Datatype t;
    MPI_Type_contiguous(2, MPI_INT, &t);
    MPI_Send(v, 1, t, 1, 0, WORLD);
}

/* mazurka: -n 2 -- null-comm => invalid-argument: the communicator is MPI_COMM_NULL */
static void null_comm_case(void)
{
    MPI_Send(v, 1, MPI_INT, 1, 0, MPI_COMM_NULL);
}

/* mazurka: -n 2 -- root => invalid-argument: the root is rank 9 */
static void root_case(void)
{
    MPI_Bcast(v, 1, MPI_INT, 9, WORLD);
}

/* mazurka: -n 2 -- null-operator => invalid-argument: MPI_OP_NULL */
static void null_operator_case(void)
{
    MPI_Allreduce(v, w, 1, MPI_INT, MPI_OP_NULL, WORLD);
}

/* mazurka: -n 2 -- operator-and-type => invalid-argument: MPI_BAND is not for MPI_DOUBLE */
static void operator_and_type_case(void)
{
    MPI_Allreduce(v, w, 1, MPI_DOUBLE, MPI_BAND, WORLD);
}

/* mazurka: -n 2 -- aliased => invalid-argument: MPI_IN_PLACE is for that */
static void aliased_case(void)
{
    MPI_Allreduce(v, v, 1, MPI_INT, MPI_SUM, WORLD);
}

/* mazurka: -n 2 -- in-place => invalid-argument: MPI_IN_PLACE */
static void in_place_case(void)
{
    MPI_Bcast(MPI_IN_PLACE, 1, MPI_INT, 0, WORLD);
}

/* mazurka: -n 2 -- no-topology => invalid-argument: MPI_COMM_WORLD has no topology */
static void no_topology_case(void)
{
    MPI_Neighbor_allgather(v, 1, MPI_INT, w, 1, MPI_INT, WORLD);
}

/* mazurka: -n 1 -- garbage-request => invalid-argument: 0x3039 is no request */
static void garbage_request_case(void)
{
    r[0] = 12345;
    MPI_Wait(&r[0], &s);
}

/* mazurka: -n 2 -- waited-twice => invalid-argument: was completed or freed before */
static void waited_twice_case(void)
{
    exchange(&r[0]);
    r[1] = r[0];
    MPI_Wait(&r[0], &s);
    MPI_Wait(&r[1], &s);
}

/* mazurka: -n 2 -- listed-twice => invalid-argument: request 1 of the array is there twice */
static void listed_twice_case(void)
{
    exchange(&r[0]);
    r[1] = r[0];
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
}

/* mazurka: -n 2 -- started-twice => invalid-argument: is active */
static void started_twice_case(void)
{
    MPI_Recv_init(v, 1, MPI_INT, 0, 0, WORLD, &r[0]);
    MPI_Start(&r[0]);
    MPI_Start(&r[0]);
}

/* mazurka: -n 2 -- start-isend => invalid-argument: is not persistent */
static void start_isend_case(void)
{
    exchange(&r[0]);
    MPI_Start(&r[0]);
}

/* mazurka: -n 2 -- free-collective => invalid-argument: must be completed */
static void free_collective_case(void)
{
    MPI_Ibarrier(WORLD, &r[0]);
    MPI_Request_free(&r[0]);
}

/* mazurka: -n 2 -- missing-wait => missing-wait: the request of MPI_Isend */
static void missing_wait_case(void)
{
    exchange(&r[0]);
}

/* mazurka: -n 1 -- missing-start => missing-start: the persistent request of MPI_Send_init */
static void missing_start_case(void)
{
    MPI_Send_init(v, 1, MPI_INT, 0, 0, WORLD, &r[0]);
}

/* mazurka: -n 1 -- not-freed => verified+request-leak: was never freed */
static void not_freed_case(void)
{
    MPI_Send_init(v, 1, MPI_INT, MPI_PROC_NULL, 0, WORLD, &r[0]);
    MPI_Start(&r[0]);
    MPI_Wait(&r[0], &s);
}

/* mazurka: -n 1 -- mrecv-twice => invalid-argument: is no message */
static void mrecv_twice_case(void)
{
    MPI_Message m, again;
    MPI_Isend(v, 1, MPI_INT, 0, 0, WORLD, &r[0]);
    MPI_Mprobe(0, 0, WORLD, &m, &s);
    again = m;
    MPI_Mrecv(w, 1, MPI_INT, &m, &s);
    MPI_Mrecv(w, 1, MPI_INT, &again, &s);
}

/* mazurka: -n 1 -- message-kept => unmatched-message+potential-deadlock: the message of MPI_Mprobe */
static void message_kept_case(void)
{
    MPI_Message m;
    MPI_Isend(v, 1, MPI_INT, 0, 0, WORLD, &r[0]);
    MPI_Mprobe(0, 0, WORLD, &m, &s);
    MPI_Wait(&r[0], &s);
}

/* mazurka: -n 2 -- truncation => truncation: rank 0 sends 4 x MPI_INT (16 bytes) */
static void truncation_case(void)
{
    if (rank == 0)
        MPI_Send(v, 4, MPI_INT, 1, 0, WORLD);
    else
        MPI_Recv(v, 2, MPI_INT, 0, 0, WORLD, &s);
}

/* mazurka: -n 2 -- truncation-later => truncation: with MPI_Isend */
static void truncation_later_case(void)
{
    if (rank == 0)
        MPI_Isend(v, 4, MPI_INT, 1, 0, WORLD, &r[0]);
    else
        MPI_Irecv(v, 2, MPI_INT, 0, 0, WORLD, &r[0]);
    MPI_Waitall(1, r, MPI_STATUSES_IGNORE);
}

/* mazurka: -n 2 -- int-and-float => datatype-mismatch: expects 4 x MPI_FLOAT */
static void int_and_float_case(void)
{
    if (rank == 0)
        MPI_Send(v, 4, MPI_INT, 1, 0, WORLD);
    else
        MPI_Recv(v, 4, MPI_FLOAT, 0, 0, WORLD, &s);
}

/* mazurka: -n 2 -- int-and-double => datatype-mismatch: expects 2 x MPI_DOUBLE */
static void int_and_double_case(void)
{
    if (rank == 0)
        MPI_Send(v, 4, MPI_INT, 1, 0, WORLD);
    else
        MPI_Recv(v, 2, MPI_DOUBLE, 0, 0, WORLD, &s);
}

/* mazurka: -n 3 -- bcast-counts => datatype-mismatch: gives 1 x MPI_INT */
static void bcast_counts_case(void)
{
    MPI_Bcast(v, rank == 2 ? 2 : 1, MPI_INT, 0, WORLD);
}

/* mazurka: -n 3 -- gather-types => datatype-mismatch: gives 1 x MPI_FLOAT */
static void gather_types_case(void)
{
    MPI_Gather(v, 1, rank == 1 ? MPI_FLOAT : MPI_INT, w, 1, MPI_INT, 0, WORLD);
}

/* mazurka: -n 3 -- reduce-counts => datatype-mismatch: gives 3 x MPI_INT */
static void reduce_counts_case(void)
{
    MPI_Reduce(v, w, rank == 1 ? 3 : 2, MPI_INT, MPI_SUM, 0, WORLD);
}

/* mazurka: -n 2 -- alltoallv-counts => datatype-mismatch: expects 2 x MPI_INT */
static void alltoallv_counts_case(void)
{
    int one[2] = {1, 1}, more[2] = {1, 2}, at[2] = {0, 4};
    MPI_Alltoallv(v, one, at, MPI_INT, w, rank ? more : one, at, MPI_INT, WORLD);
}

/* mazurka: -n 2 -- barrier-and-bcast => call-mismatch: MPI_Bcast */
static void barrier_and_bcast_case(void)
{
    if (rank)
        MPI_Barrier(WORLD);
    else
        MPI_Bcast(v, 1, MPI_INT, 0, WORLD);
}

/* mazurka: -n 3 -- reduce-and-gather => call-mismatch: MPI_Reduce */
static void reduce_and_gather_case(void)
{
    if (rank)
        MPI_Reduce(v, w, 1, MPI_INT, MPI_SUM, 0, WORLD);
    else
        MPI_Gather(v, 1, MPI_INT, w, 1, MPI_INT, 0, WORLD);
}

/* mazurka: -n 2 -- blocking-and-not => call-mismatch: MPI_Ibarrier */
static void blocking_and_not_case(void)
{
    if (rank)
        MPI_Barrier(WORLD);
    else {
        MPI_Ibarrier(WORLD, &r[0]);
        MPI_Wait(&r[0], &s);
    }
}

/* mazurka: -n 3 -- own-roots => root-mismatch: with root 1 */
static void own_roots_case(void)
{
    MPI_Bcast(v, 1, MPI_INT, rank, WORLD);
}

/* mazurka: -n 3 -- own-roots-later => root-mismatch: with root 1 */
static void own_roots_later_case(void)
{
    for (int i = 0; i < 20; i++)
        MPI_Bcast(v, 1, MPI_INT, i == 10 ? rank : 0, WORLD);
    MPI_Barrier(WORLD);
}

/* mazurka: -n 4 -- own-roots-freed => root-mismatch: with root 2 */
static void own_roots_freed_case(void)
{
    MPI_Comm half;
    int me;
    MPI_Comm_split(WORLD, rank % 2, 0, &half);
    MPI_Comm_rank(half, &me);
    MPI_Bcast(v, 1, MPI_INT, rank % 2 ? 0 : me, half);
    MPI_Comm_free(&half);
}

/* mazurka: -n 4 -- halves => verified */
static void halves_case(void)
{
    MPI_Comm half;
    MPI_Comm_split(WORLD, rank % 2, 0, &half);
    for (int i = 0; i < 20 + 10 * (rank % 2); i++)
        MPI_Bcast(v, 1, MPI_INT, rank % 2 ? 0 : 1, half);
    MPI_Scan(v, w, 1, MPI_INT, MPI_SUM, WORLD);
    MPI_Comm_free(&half);
}

/* mazurka: -n 4 -- too-few => call-mismatch+potential-deadlock: but rank 3 has made 20 */
static void too_few_case(void)
{
    MPI_Comm copy;
    MPI_Comm_dup(WORLD, &copy);
    for (int i = 0; i < (rank == 3 ? 20 : 21); i++)
        MPI_Bcast(v, 1, MPI_INT, 2, copy);
    MPI_Comm_free(&copy);
}

/* mazurka: -n 2 -- gather-roots => root-mismatch: with root */
static void gather_roots_case(void)
{
    MPI_Gather(v, 1, MPI_INT, w, 1, MPI_INT, rank, WORLD);
}

/* mazurka: -n 3 -- operators => operator-mismatch: with MPI_SUM */
static void operators_case(void)
{
    MPI_Allreduce(v, w, 1, MPI_INT, rank ? MPI_SUM : MPI_MAX, WORLD);
}

/* mazurka: -n 2 -- other-order => call-mismatch: but rank 1 calls MPI_Bcast */
static void other_order_case(void)
{
    if (rank) {
        MPI_Bcast(v, 1, MPI_INT, 1, WORLD);
        MPI_Scatter(v, 1, MPI_INT, w, 1, MPI_INT, 1, WORLD);
    } else {
        MPI_Gather(v, 1, MPI_INT, w, 1, MPI_INT, 1, WORLD);
        MPI_Reduce(v, w, 1, MPI_INT, MPI_SUM, 1, WORLD);
    }
}

/* mazurka: -n 2 -- no-buffer => invalid-argument: none is attached */
static void no_buffer_case(void)
{
    MPI_Bsend(v, 1, MPI_INT, 1 - rank, 0, WORLD);
}

/* mazurka: -n 2 -- small-buffer => invalid-argument: 100 of them in use */
static void small_buffer_case(void)
{
    static char space[150];
    void *p;
    int n;
    MPI_Buffer_attach(space, sizeof space);
    for (int i = 0; i < 2; i++)
        if (rank == 0)
            MPI_Bsend(v, 1, MPI_INT, 1, 0, WORLD);
        else
            MPI_Recv(v, 1, MPI_INT, 0, 0, WORLD, &s);
    MPI_Buffer_detach(&p, &n);
}

/* mazurka: -n 2 -- waiting-makes-room => verified */
static void waiting_makes_room_case(void)
{
    static char space[150];
    void *p;
    int n;
    MPI_Buffer_attach(space, sizeof space);
    for (int i = 0; i < 3; i++)
        if (rank == 0) {
            MPI_Bsend(v, 1, MPI_INT, 1, 0, WORLD);
            MPI_Recv(v, 1, MPI_INT, 1, 1, WORLD, &s);
        } else {
            MPI_Recv(v, 1, MPI_INT, 0, 0, WORLD, &s);
            MPI_Send(v, 1, MPI_INT, 0, 1, WORLD);
        }
    MPI_Buffer_detach(&p, &n);
}

/* A reply, or a barrier, says that the receive has begun, not that it is complete. */
/* mazurka: -n 2 -- forgotten-receive => crash+local-race: abort() was called */
static void forgotten_receive_case(void)
{
    if (rank == 0) {
        MPI_Irecv(v, 1, MPI_INT, 1, 0, WORLD, &r[0]);
        MPI_Request_free(&r[0]);
    } else {
        v[0] = 5;
        MPI_Ssend(v, 1, MPI_INT, 0, 0, WORLD);
    }
    MPI_Barrier(WORLD);
    if (v[0] != 5)
        abort();
}

/* mazurka: -n 1 -- grequest-forever => deadlock: rank 0 waits */
static void grequest_forever_case(void)
{
    MPI_Grequest_start(NULL, NULL, NULL, NULL, &r[0]);
    MPI_Wait(&r[0], &s);
}

/* mazurka: -n 2 -- codes => verified */
static void codes_case(void)
{
    MPI_Comm_set_errhandler(WORLD, MPI_ERRORS_RETURN);
    expect(MPI_Send(v, -1, MPI_INT, 0, 0, WORLD), MPI_ERR_COUNT);
    expect(MPI_Send(v, 1, MPI_INT, 9, 0, WORLD), MPI_ERR_RANK);
    expect(MPI_Send(v, 1, MPI_INT, 0, -9, WORLD), MPI_ERR_TAG);
    expect(MPI_Bcast(v, 1, MPI_INT, 9, WORLD), MPI_ERR_ROOT);
    expect(MPI_Reduce(v, w, 1, MPI_INT, MPI_OP_NULL, 0, WORLD), MPI_ERR_OP);
    if (rank == 0)
        MPI_Send(v, 4, MPI_INT, 1, 0, WORLD);
    else
        expect(MPI_Recv(w, 2, MPI_INT, 0, 0, WORLD, &s), MPI_ERR_TRUNCATE);
}

/* mazurka: -n 2 -- codes-in-statuses => verified */
static void codes_in_statuses_case(void)
{
    MPI_Status two[2];
    MPI_Comm_set_errhandler(WORLD, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Send(v, 4, MPI_INT, 1, 0, WORLD);
        MPI_Send(v, 2, MPI_INT, 1, 1, WORLD);
        return;
    }
    MPI_Irecv(v, 2, MPI_INT, 0, 0, WORLD, &r[0]);
    MPI_Irecv(w, 2, MPI_INT, 0, 1, WORLD, &r[1]);
    expect(MPI_Waitall(2, r, two), MPI_ERR_IN_STATUS);
    expect(two[0].MPI_ERROR, MPI_ERR_TRUNCATE);
    expect(two[1].MPI_ERROR, MPI_SUCCESS);
}

static const struct {
    const char *name;
    void (*run)(void);
} programs[] = {
    {"count", count_case},
    {"destination", destination_case},
    {"source", source_case},
    {"to-anybody", to_anybody_case},
    {"tag", tag_case},
    {"any-tag", any_tag_case},
    {"large-tag", large_tag_case},
    {"null-buffer", null_buffer_case},
    {"null-type", null_type_case},
    {"uncommitted", uncommitted_case},
    {"null-comm", null_comm_case},
    {"root", root_case},
    {"null-operator", null_operator_case},
    {"operator-and-type", operator_and_type_case},
    {"aliased", aliased_case},
    {"in-place", in_place_case},
    {"no-topology", no_topology_case},
    {"garbage-request", garbage_request_case},
    {"waited-twice", waited_twice_case},
    {"listed-twice", listed_twice_case},
    {"started-twice", started_twice_case},
    {"start-isend", start_isend_case},
    {"free-collective", free_collective_case},
    {"missing-wait", missing_wait_case},
    {"missing-start", missing_start_case},
    {"not-freed", not_freed_case},
    {"mrecv-twice", mrecv_twice_case},
    {"message-kept", message_kept_case},
    {"truncation", truncation_case},
    {"truncation-later", truncation_later_case},
    {"int-and-float", int_and_float_case},
    {"int-and-double", int_and_double_case},
    {"bcast-counts", bcast_counts_case},
    {"gather-types", gather_types_case},
    {"reduce-counts", reduce_counts_case},
    {"alltoallv-counts", alltoallv_counts_case},
    {"barrier-and-bcast", barrier_and_bcast_case},
    {"reduce-and-gather", reduce_and_gather_case},
    {"blocking-and-not", blocking_and_not_case},
    {"own-roots", own_roots_case},
    {"own-roots-later", own_roots_later_case},
    {"own-roots-freed", own_roots_freed_case},
    {"halves", halves_case},
    {"too-few", too_few_case},
    {"gather-roots", gather_roots_case},
    {"operators", operators_case},
    {"other-order", other_order_case},
    {"no-buffer", no_buffer_case},
    {"small-buffer", small_buffer_case},
    {"waiting-makes-room", waiting_makes_room_case},
    {"forgotten-receive", forgotten_receive_case},
    {"grequest-forever", grequest_forever_case},
    {"codes", codes_case},
    {"codes-in-statuses", codes_in_statuses_case},
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (unsigned i = 0; i < sizeof programs / sizeof *programs; i++)
        if (argc > 1 && !strcmp(argv[1], programs[i].name))
            programs[i].run();
    MPI_Finalize();
    return 0;
}
