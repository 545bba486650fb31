/* SPDX-License-Identifier: Apache-2.0
 *
 * partitioned.c - messages whose parts are sent and received one by one: MPI_Psend_init,
 * MPI_Precv_init, MPI_Pready, MPI_Parrived.
 *
 * Sends and receives belong together in the order in which they were made, for each
 * communicator, source, destination and tag; so each pair has a context of its own. On
 * it, MPI_Start of the send sends an opening, which says what there will be, and each
 * MPI_Pready sends a partition, with a tag of its own; so partitions arrive in any
 * order, and the receiver learns of each by itself. The send is complete when all
 * partitions are ready and the opening is complete, which is as for any standard send:
 * at once, or when the receive has been started. Partitions are buffered, since only the
 * opening stands for the receive.
 *
 * The receiver may divide the same data into another number of partitions. It collects
 * what arrives, and puts a partition of its own in place when the program learns that it
 * has arrived: who looks earlier sees what was there before. */
#include "mpi/comm/attr.h"
#include "mpi/lib/counts.h"
#include "mpi/lib/info.h"
#include "mpi/p2p/active.h"
#include "mpi/p2p/p2p.h"
#include "mpi/p2p/status.h"
#include "mpi/type/bounds.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The message by which a send begins. */
struct opening {
    struct data_head data; /* all partitions together */
    void *site;
    uint32_t call;
    uint32_t partitions;
};

/* The tags of the messages on the context: the opening has that of the program, for
 * reports, and partitions have the others. */
static int partition_tag(const struct request *r, int i)
{
    return i < r->tag ? i : i + 1;
}

struct partitioned {
    struct data data; /* all partitions together; the request holds the type */
    bool sends;
    int partitions; /* of this rank */
    uint32_t context;

    bool
        *done; /* for each partition: it is ready, or the program knows that it arrived */
    int ndone;

    /* For a receive, after the opening. */
    int theirs; /* number of the sender's partitions; -1: not known yet */
    bool failed;
    bool complete; /* everything has arrived, and `port` is a request that is complete */
    struct part_coming {
        uint32_t port;
        bool arrived;
    } * coming;   /* for each of the sender's partitions */
    char *packed; /* what has arrived */
};

static struct partitioned *of(const struct request *r)
{
    return r->state;
}

bool partitioned_waits(const struct request *r)
{
    return r->kind == REQUEST_PARTITIONED && of(r)->sends &&
           of(r)->ndone < of(r)->partitions;
}

static struct data partition(const struct partitioned *p, int i)
{
    struct data d = p->data;
    if (!d.type)
        return d;
    d.count /= p->partitions;
    d.at = (char *)d.at + (MPI_Aint)i * d.count * type_extent(d.type);
    return d;
}

static void forget_coming(struct partitioned *p)
{
    free(p->coming);
    free(p->packed);
    p->coming = NULL;
    p->packed = NULL;
    p->theirs = -1;
    p->failed = p->complete = false;
}

static void discard(void *state)
{
    struct partitioned *p = state;
    forget_coming(p);
    free(p->done);
    free(p);
}

/* ---- starting ---- */

static void send_opening(struct request *r)
{
    const struct partitioned *p = of(r);
    struct opening o = {.data = data_head(&p->data),
                        .site = r->from.site,
                        .call = r->from.call,
                        .partitions = (uint32_t)p->partitions};
    r->port = port_isend(r->from, p->context, comm_world_of(r->comm, r->peer), r->tag,
                         SEND_STANDARD, &o, sizeof o, 0);
}

static void start(struct request *r)
{
    struct partitioned *p = of(r);
    memset(p->done, 0, (size_t)p->partitions * sizeof *p->done);
    p->ndone = 0;
    forget_coming(p);
    if (r->peer == MPI_PROC_NULL) {
        request_settle(r, p->sends ? status_empty() : status_of_nobody());
        return;
    }
    for (int i = 0; !p->sends && i < p->partitions; i++) {
        struct data d = partition(p, i);
        active_part(r, &d, PORT_WRITES, i);
    }
    if (p->sends)
        send_opening(r);
    else
        r->port =
            port_irecv(r->from, p->context, comm_world_of(r->comm, r->peer), r->tag);
}

static int check(struct request *r)
{
    const struct partitioned *p = of(r);
    if (r->peer == MPI_PROC_NULL)
        return MPI_SUCCESS;
    return p->sends ? bounds_read(r->comm, &p->data) : bounds_written(r->comm, &p->data);
}

/* ---- receiving ---- */

static void complain(struct request *r, const struct opening *o)
{
    const struct data *mine = &of(r)->data;
    char sent[TYPE_TEXT], expected[TYPE_TEXT];
    bool too_long = o->data.bytes > data_bytes(mine);
    request_fail(r, too_long ? MPI_ERR_TRUNCATE : MPI_ERR_TYPE,
                 too_long ? FINDING_TRUNCATION : FINDING_DATATYPE_MISMATCH,
                 "rank %d sends %s in %u partitions with %s at %s, and %s at %s expects "
                 "%s in %d",
                 comm_world_of(r->comm, r->peer),
                 signature_text(&o->data.signature, sent), o->partitions,
                 lib_call_name(o->call), port_place(o->site), lib_call_name(r->from.call),
                 port_place(r->from.site),
                 type_describe(mine->type, mine->count, expected), of(r)->partitions);
}

/* The opening has arrived: the partitions can be received. */
static void open_receive(struct request *r, const struct opening *o)
{
    struct partitioned *p = of(r);
    struct signature mine = type_signature(p->data.type, p->data.count);
    p->theirs = (int)o->partitions;
    p->failed = !signature_equal(&o->data.signature, &mine);
    if (p->failed)
        complain(r, o);
    p->packed = lib_alloc(o->data.bytes);
    p->coming = lib_alloc((size_t)p->theirs * sizeof *p->coming);
    for (int i = 0; i < p->theirs; i++)
        p->coming[i].port = port_irecv(
            r->from, p->context, comm_world_of(r->comm, r->peer), partition_tag(r, i));
}

static void arrived(struct partitioned *p, int i, const struct port_result *result)
{
    p->coming[i] = (struct part_coming){.arrived = true};
    memcpy(p->packed + (size_t)i * result->n, result->bytes, result->n);
}

/* What the request must wait for next; false: nothing, it is complete. */
static bool find_next(struct request *r)
{
    const struct partitioned *p = of(r);
    int i = 0;
    while (i < p->theirs && p->coming[i].arrived)
        i++;
    if (i == p->theirs)
        return false;
    r->port = p->coming[i].port;
    return true;
}

static bool next(struct request *r, const struct port_result *result)
{
    struct partitioned *p = of(r);
    if (p->sends)
        return false;
    if (p->complete)
        return false;
    if (p->theirs < 0)
        open_receive(r, result->bytes);
    else
        for (int i = 0; i < p->theirs; i++)
            if (!p->coming[i].arrived && p->coming[i].port == r->port) {
                arrived(p, i, result);
                break;
            }
    return find_next(r);
}

/* Puts a partition of this rank in place. */
static void deliver(struct partitioned *p, int i)
{
    struct data d = partition(p, i);
    size_t n = data_bytes(&d);
    if (p->done[i] || p->failed)
        return;
    data_unpack(&d, p->packed + (size_t)i * n, n);
    p->done[i] = true;
}

static void finish(struct request *r, const struct port_result *result)
{
    struct partitioned *p = of(r);
    (void)result;
    if (p->sends)
        return;
    for (int i = 0; i < p->partitions; i++)
        deliver(p, i);
    r->status = (MPI_Status){.MPI_SOURCE = r->peer, .MPI_TAG = r->tag};
    status_set_bytes(&r->status, data_bytes(&p->data));
}

/* Asks whether the sender's partition i has arrived. */
static bool has_arrived(struct partitioned *p, int i)
{
    if (!p->coming[i].arrived) {
        struct port_result result = port_poll(lib()->from, &p->coming[i].port, 1);
        if (result.index < 0)
            return false;
        arrived(p, i, &result);
    }
    return true;
}

/* Have all partitions of the sender arrived that overlap with our partition i? Both
 * sides divide the same data into equal parts. */
static bool has_all_of(struct partitioned *p, int i)
{
    int64_t ours = p->partitions, theirs = p->theirs;
    for (int k = 0; k < p->theirs; k++)
        if (i * theirs < (k + 1) * ours && k * ours < (i + 1) * theirs &&
            !has_arrived(p, k))
            return false;
    return true;
}

static bool parrived(struct request *r, int i)
{
    struct partitioned *p = of(r);
    if (r->settled || p->done[i])
        return true;
    if (p->theirs < 0) {
        struct port_result result = port_poll(lib()->from, &r->port, 1);
        if (result.index < 0)
            return false;
        open_receive(r, result.bytes);
    }
    /* If they do not fit together, the program learns that from MPI_Wait. */
    bool all = !p->failed && has_all_of(p, i);
    if (all) {
        active_part_end(r, i);
        deliver(p, i);
    }
    if (!p->complete && !find_next(r)) {
        p->complete = true;
        r->port = request_complete_already();
    }
    return all;
}

/* ---- making them ---- */

/* The context of the pair that this request belongs to. Both sides count their own. */
static uint32_t pair_context(struct comm *c, bool sends, int peer, int tag)
{
    int me = port_rank(), other = comm_world_of(c, peer);
    size_t space = strlen(c->key) + 80;
    char *key = lib_alloc(space);
    snprintf(key, space, "%c%s/partitioned from %d to %d with tag %d", sends ? 'S' : 'R',
             c->key, sends ? me : other, sends ? other : me, tag);
    key = comm_separate_key(c, key);
    uint32_t context = port_context(key + 1, strlen(key + 1), comm_name(c));
    free(key);
    return context;
}

struct wish {
    bool sends;
    const void *buf;
    int partitions;
    MPI_Count count;
    MPI_Datatype type;
    int peer, tag;
    MPI_Comm comm;
    MPI_Info info;
};

static int check_wish(const struct wish *w, struct comm *c, struct data *data)
{
    if (w->partitions < 0 || w->partitions > TAG_UB)
        return lib_error(c, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                         "the number of partitions is %d", w->partitions);
    if (w->count < 0)
        return lib_error(c, MPI_ERR_COUNT, FINDING_INVALID_ARGUMENT,
                         "the count is negative: %ld", w->count);
    int code =
        p2p_check_peer(c, w->peer, false, w->sends ? "the destination" : "the source");
    if (!code)
        code = p2p_check_tag(c, w->tag, false);
    int total = count_fit((MPI_Count)count_fit(w->count) * w->partitions);
    if (!code)
        code = data_check(c, w->buf, total, w->type, data);
    if (!code && !w->sends)
        code = type_check_received(c, total, data->type);
    return code;
}

static int make(const struct wish *w, MPI_Request *request)
{
    FIND_COMM(c, w->comm);
    NEED_INFO_OR_NULL(c, w->info);
    CHECK_RESULT(request);
    struct data data;
    int code = check_wish(w, c, &data);
    if (code)
        LEAVE(code);
    struct request *r = request_new(REQUEST_PARTITIONED, c);
    struct partitioned *p = lib_alloc(sizeof *p);
    r->persistent = true;
    r->data = data;
    data_hold(&r->data);
    r->peer = w->peer;
    r->tag = w->tag;
    r->start = start;
    r->check = check;
    r->next = next;
    r->finish = finish;
    r->discard = discard;
    r->state = p;
    *p = (struct partitioned){
        .data = data, .sends = w->sends, .partitions = w->partitions, .theirs = -1};
    p->done = lib_alloc((size_t)w->partitions * sizeof *p->done);
    if (w->peer != MPI_PROC_NULL)
        p->context = pair_context(c, w->sends, w->peer, w->tag);
    *request = r->object.handle;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Psend_init(const void *buf, int partitions, MPI_Count count,
                          MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                          MPI_Info info, MPI_Request *request)
{
    ENTER(Psend_init);
    struct wish w = {true, buf, partitions, count, datatype, dest, tag, comm, info};
    return make(&w, request);
}

EXPORT int MPI_Precv_init(void *buf, int partitions, MPI_Count count,
                          MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                          MPI_Info info, MPI_Request *request)
{
    ENTER(Precv_init);
    struct wish w = {false, buf, partitions, count, datatype, source, tag, comm, info};
    return make(&w, request);
}

/* Counts are large in the functions without _c, too. */

EXPORT int MPI_Psend_init_c(const void *buf, int partitions, MPI_Count count,
                            MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                            MPI_Info info, MPI_Request *request)
{
    ENTER(Psend_init_c);
    struct wish w = {true, buf, partitions, count, datatype, dest, tag, comm, info};
    return make(&w, request);
}

EXPORT int MPI_Precv_init_c(void *buf, int partitions, MPI_Count count,
                            MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                            MPI_Info info, MPI_Request *request)
{
    ENTER(Precv_init_c);
    struct wish w = {false, buf, partitions, count, datatype, source, tag, comm, info};
    return make(&w, request);
}

/* ---- one partition ---- */

/* Finds a partitioned request; returns an error code. */
static int find(MPI_Request handle, bool sends, struct request **r)
{
    int code = request_need(&handle, r);
    if (!code && ((*r)->kind != REQUEST_PARTITIONED || of(*r)->sends != sends))
        code = lib_error((*r)->comm, MPI_ERR_REQUEST, FINDING_INVALID_ARGUMENT,
                         "the request of %s at %s is not a partitioned %s",
                         lib_call_name((*r)->object.call), port_place((*r)->object.site),
                         sends ? "send" : "receive");
    return code;
}

static int check_partition(const struct request *r, int i)
{
    if (i >= 0 && i < of(r)->partitions)
        return MPI_SUCCESS;
    return lib_error(r->comm, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                     "partition is %d, but the request of %s at %s has %d partitions", i,
                     lib_call_name(r->object.call), port_place(r->object.site),
                     of(r)->partitions);
}

static int ready(struct request *r, int i)
{
    struct partitioned *p = of(r);
    int code = check_partition(r, i);
    if (code)
        return code;
    if (!r->active)
        return lib_erroneous(r->comm, MPI_ERR_REQUEST,
                             "partition %d is said to be ready, but the request of %s at "
                             "%s has not been started",
                             i, lib_call_name(r->object.call),
                             port_place(r->object.site));
    if (p->done[i])
        return lib_erroneous(r->comm, MPI_ERR_ARG,
                             "partition %d is said to be ready, but it was so before, "
                             "since MPI_Start at %s",
                             i, port_place(r->from.site));
    p->done[i] = true;
    p->ndone++;
    if (r->peer == MPI_PROC_NULL)
        return MPI_SUCCESS;
    struct data d = partition(p, i);
    size_t n = data_bytes(&d);
    active_part(r, &d, PORT_READS, i);
    char *packed = lib_alloc(n);
    data_pack(&d, packed);
    port_data(packed, n);
    port_forget(port_isend(lib()->from, p->context, comm_world_of(r->comm, r->peer),
                           partition_tag(r, i), SEND_BUFFERED, packed, n, n));
    free(packed);
    return MPI_SUCCESS;
}

EXPORT int MPI_Pready(int partition, MPI_Request request)
{
    ENTER(Pready);
    struct request *r;
    int code = find(request, true, &r);
    LEAVE(code ? code : ready(r, partition));
}

EXPORT int MPI_Pready_range(int partition_low, int partition_high, MPI_Request request)
{
    ENTER(Pready_range);
    struct request *r;
    int code = find(request, true, &r);
    if (!code && partition_low > partition_high)
        INVALID(r->comm, MPI_ERR_ARG, "the range is from %d to %d", partition_low,
                partition_high);
    for (int i = partition_low; i <= partition_high && !code; i++)
        code = ready(r, i);
    LEAVE(code);
}

EXPORT int MPI_Pready_list(int length, int array_of_partitions[], MPI_Request request)
{
    ENTER(Pready_list);
    struct request *r;
    NEED_COUNT(NULL, length);
    NEED_ARRAY(NULL, length, array_of_partitions);
    int code = find(request, true, &r);
    for (int i = 0; i < length && !code; i++)
        code = ready(r, array_of_partitions[i]);
    LEAVE(code);
}

EXPORT int MPI_Parrived(MPI_Request request, int partition, int *flag)
{
    ENTER(Parrived);
    struct request *r;
    NEED_FLAG(flag);
    if (request == MPI_REQUEST_NULL) {
        *flag = true;
        LEAVE(MPI_SUCCESS);
    }
    int code = find(request, false, &r);
    if (!code)
        code = check_partition(r, partition);
    if (!code)
        *flag = !r->active || parrived(r, partition);
    if (!code && *flag)
        active_part_end(r, partition); /* it may be complete, without a test of ours */
    LEAVE(code);
}
