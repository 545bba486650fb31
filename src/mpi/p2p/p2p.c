/* SPDX-License-Identifier: Apache-2.0
 *
 * p2p.c - messages: all ways to send them, and to receive them.
 *
 * A blocking function is the nonblocking one and its completion, on a request that lives
 * on the stack. A message is a head and packed data; truncation and mismatched datatypes
 * are seen where the receive is complete. */
#include "mpi/p2p/p2p.h"
#include "mpi/comm/attr.h"
#include "mpi/lib/check.h"
#include "mpi/lib/tool.h"
#include "mpi/p2p/active.h"
#include "mpi/p2p/bsend.h"
#include "mpi/p2p/overlap.h"
#include "mpi/p2p/status.h"
#include "mpi/type/bounds.h"
#include <stdlib.h>
#include <string.h>

/* ---- the message ---- */

struct message_head {
    struct data_head data;
    void *site;         /* the address of the call that sent it */
    uint32_t call;      /* the function that sent it */
    uint32_t unordered; /* as in struct request */
};

uint32_t p2p_post(struct request *r, enum send_mode mode)
{
    size_t n = sizeof(struct message_head) + data_bytes(&r->data);
    tool_count(TOOL_SENT);
    struct message_head *message = malloc(n);
    if (!message)
        port_refuse(r->from, REASON_SIZE, "no memory left for a message of %zu bytes", n);
    *message = (struct message_head){.data = data_head(&r->data),
                                     .site = r->from.site,
                                     .call = r->from.call,
                                     .unordered = r->unordered};
    data_pack(&r->data, message + 1);
    port_data(message + 1, data_bytes(&r->data));
    mode = port_send_mode(mode, data_bytes(&r->data));
    uint32_t port =
        port_isend(r->from, r->comm->messages, comm_world_of(r->comm, r->peer), r->tag,
                   mode, message, n, data_bytes(&r->data));
    free(message);
    return port;
}

size_t message_bytes(const void *message)
{
    return ((const struct message_head *)message)->data.bytes;
}

MPI_Status message_status(const struct comm *c, int from, int tag, int wanted,
                          const void *message)
{
    if (((const struct message_head *)message)->unordered && wanted == MPI_ANY_TAG)
        p2p_rests_on_startall();
    MPI_Status status = {.MPI_SOURCE = comm_rank_of(c, from), .MPI_TAG = tag};
    status_set_bytes(&status, message_bytes(message));
    return status;
}

MPI_Status status_of_nobody(void)
{
    return (MPI_Status){.MPI_SOURCE = MPI_PROC_NULL, .MPI_TAG = MPI_ANY_TAG};
}

/* Reports that a message does not fit the receive: what was sent, what is received, and
 * where. */
static void complain(struct request *r, int from, const struct message_head *head)
{
    char sent[TYPE_TEXT], expected[TYPE_TEXT];
    size_t space = data_bytes(&r->data), bytes = head->data.bytes;
    bool too_long = bytes > space;
    request_fail(r, too_long ? MPI_ERR_TRUNCATE : MPI_ERR_TYPE,
                 too_long ? FINDING_TRUNCATION : FINDING_DATATYPE_MISMATCH,
                 "rank %d sends %s (%zu bytes) with %s at %s, and %s at %s expects %s "
                 "(%zu bytes)",
                 from, signature_text(&head->data.signature, sent), bytes,
                 lib_call_name(head->call), port_place(head->site),
                 lib_call_name(r->from.call), port_place(r->from.site),
                 type_describe(r->data.type, r->data.count, expected), space);
}

static void store(struct request *r)
{
    struct bytes writes = {0};
    if (!port_races())
        return;
    bytes_add(&writes, &r->data);
    active_stored(r, &writes);
}

void request_deliver(struct request *r, int from, int tag, const void *message)
{
    const struct message_head *head = message;
    size_t space = data_bytes(&r->data), bytes = head->data.bytes;
    r->status = message_status(r->comm, from, tag, r->tag, message);
    if (bytes > space ||
        !signature_fits(&head->data.signature, r->data.type, r->data.count))
        complain(r, from, head);
    if (bytes > space)
        status_set_bytes(&r->status, bytes = space);
    if (bytes < r->blank)
        port_shorter(r->from.site, bytes);
    r->blank = 0;
    bounds_deliver(r->from, &r->data, bytes);
    store(r);
    data_unpack(&r->data, head + 1, bytes);
}

/* ---- starting ---- */

void request_start(struct request *r)
{
    r->active = r->started = true;
    if (r->kind == REQUEST_SEND)
        request_unanswered(r);
    r->settled = false;
    r->from = lib()->from;
    if (!r->start && r->peer != MPI_PROC_NULL)
        active_message(r);
    if (r->start) {
        r->from.call = r->object.call; /* the function that created the request, not
                                          MPI_Start */
        r->start(r);
    } else if (r->peer == MPI_PROC_NULL) {
        if (MPI_PROC_NULL == -1) /* which a program may have computed */
            port_nobody(r->from, r->kind == REQUEST_RECV, r->comm->messages, r->tag);
        request_settle(r, r->kind == REQUEST_RECV ? status_of_nobody() : status_empty());
    } else if (r->kind == REQUEST_RECV)
        r->port = port_irecv(r->from, r->comm->messages, p2p_source(r->comm, r->peer),
                             p2p_tag(r->tag));
    else if (r->mode == SEND_BUFFERED)
        bsend_start(r);
    else
        r->port = p2p_post(r, r->mode);
}

/* ---- what the program asks for ---- */

int p2p_check_tag(struct comm *c, int tag, bool any)
{
    if (tag > TAG_UB_LEAST && tag <= TAG_UB)
        port_rests_on("tags above 32,767");
    if ((tag >= 0 && tag <= TAG_UB) || (any && tag == MPI_ANY_TAG))
        return MPI_SUCCESS;
    if (tag == MPI_ANY_TAG)
        return lib_error(c, MPI_ERR_TAG, FINDING_INVALID_ARGUMENT,
                         "tag is MPI_ANY_TAG, which is for receives");
    return lib_error(c, MPI_ERR_TAG, FINDING_INVALID_ARGUMENT,
                     "tag is %d, but tags are from 0 to %d (MPI_TAG_UB)", tag, TAG_UB);
}

int p2p_check_peer(struct comm *c, int peer, bool any, const char *what)
{
    int n = comm_peers(c)->n;
    if ((peer >= 0 && peer < n) || peer == MPI_PROC_NULL ||
        (any && peer == MPI_ANY_SOURCE))
        return MPI_SUCCESS;
    if (peer == MPI_ANY_SOURCE)
        return lib_error(c, MPI_ERR_RANK, FINDING_INVALID_ARGUMENT,
                         "%s is MPI_ANY_SOURCE, which is for receives%s", what,
                         strcmp(what, "the source") ? "" : " that are not partitioned");
    return lib_error(c, MPI_ERR_RANK, FINDING_INVALID_ARGUMENT,
                     "%s is rank %d, but %s has ranks 0 to %d", what, peer, comm_name(c),
                     n - 1);
}

/* The arguments of a send or receive. */
struct wish {
    enum request_kind kind;
    enum send_mode mode;
    const void *buf;
    int count;
    MPI_Datatype type;
    int peer, tag;
    MPI_Comm comm;
};

#define SENDS(how)                                                                       \
    &(struct wish)                                                                       \
    {                                                                                    \
        REQUEST_SEND, how, buf, count, datatype, dest, tag, comm                         \
    }
#define RECEIVES                                                                         \
    &(struct wish)                                                                       \
    {                                                                                    \
        REQUEST_RECV, SEND_STANDARD, buf, count, datatype, source, tag, comm             \
    }

/* Checks the communicator and the data; returns an error code. */
static int check(const struct wish *w, struct comm **c, struct data *data)
{
    bool receives = w->kind == REQUEST_RECV;
    if (!(*c = comm_find(w->comm)))
        return lib_error(NULL, MPI_ERR_COMM, FINDING_INVALID_ARGUMENT, "%s",
                         comm_invalid(w->comm));
    int code = p2p_check_peer(*c, w->peer, receives,
                              receives ? "the source" : "the destination");
    if (!code)
        code = p2p_check_tag(*c, w->tag, receives);
    *data = (struct data){0};
    if (!code && !(w->peer == MPI_PROC_NULL && w->type == MPI_DATATYPE_NULL && !w->count))
        code = data_check(*c, w->buf, w->count, w->type, data);
    if (!code && receives && data->type)
        code = type_check_received(*c, w->count, data->type);
    return code;
}

int p2p_check_bounds(struct comm *c, const struct data *d, enum request_kind kind,
                     int peer)
{
    if (peer == MPI_PROC_NULL)
        return MPI_SUCCESS;
    return kind == REQUEST_RECV ? bounds_received(c, d) : bounds_read(c, d);
}

static void fill(struct request *r, const struct wish *w, struct data data)
{
    r->data = data;
    data_hold(&r->data);
    r->peer = w->peer;
    r->tag = w->tag;
    r->mode = w->mode;
}

/* As check(), for an operation that begins at once, so that its buffer is needed. */
static int check_now(const struct wish *w, struct comm **c, struct data *data)
{
    int code = check(w, c, data);
    return code ? code : p2p_check_bounds(*c, data, w->kind, w->peer);
}

/* Starts a request on the stack, whose arguments were checked. */
static void begin(struct request *r, const struct wish *w, struct comm *c,
                  struct data data)
{
    request_init(r, w->kind, c);
    fill(r, w, data);
    request_start(r);
}

int p2p_check_status(const struct request *r, const MPI_Status *status)
{
    struct data d = r->data;
    size_t n = status_bytes(&r->status);
    if (status == MPI_STATUS_IGNORE || !n || !d.type ||
        (!d.type->contiguous && n < data_bytes(&d)))
        return MPI_SUCCESS;
    d.count = d.type->contiguous ? (int)(n / (size_t)d.type->size) : d.count;
    if (!data_overlaps(&d, status, sizeof *status))
        return MPI_SUCCESS;
    return lib_erroneous(r->comm, MPI_ERR_BUFFER, "the status lies in the buffer");
}

static int end(struct request *r, MPI_Status *status)
{
    status_tidy(status);
    request_wait(r);
    int apart = p2p_check_status(r, status);
    status_give(status, r->status);
    int code = request_code(r);
    request_clear(r);
    return code ? code : apart;
}

static int blocking(const struct wish *w, MPI_Status *status)
{
    struct request r;
    struct comm *c;
    struct data data;
    int code = check_now(w, &c, &data);
    if (code)
        LEAVE(code);
    begin(&r, w, c, data);
    LEAVE(end(&r, status));
}

static int nonblocking(const struct wish *w, bool persistent, MPI_Request *request)
{
    struct comm *c;
    struct data data;
    CHECK_RESULT(request);
    int code = persistent ? check(w, &c, &data) : check_now(w, &c, &data);
    if (code)
        LEAVE(code);
    struct request *r = request_new(w->kind, c);
    fill(r, w, data);
    r->persistent = persistent;
    *request = r->object.handle;
    if (!persistent)
        request_start(r);
    LEAVE(code);
}

/* ---- send: four modes, three ways ---- */

#define SEND_FUNCTIONS(X)                                                                \
    X(Send, Isend, Send_init, SEND_STANDARD)                                             \
    X(Bsend, Ibsend, Bsend_init, SEND_BUFFERED)                                          \
    X(Ssend, Issend, Ssend_init, SEND_SYNC)                                              \
    X(Rsend, Irsend, Rsend_init, SEND_READY)

#define DEFINE(blocks, starts, prepares, how)                                            \
    EXPORT int MPI_##blocks(const void *buf, int count, MPI_Datatype datatype, int dest, \
                            int tag, MPI_Comm comm)                                      \
    {                                                                                    \
        ENTER(blocks);                                                                   \
        return blocking(SENDS(how), MPI_STATUS_IGNORE);                                  \
    }                                                                                    \
    EXPORT int MPI_##starts(const void *buf, int count, MPI_Datatype datatype, int dest, \
                            int tag, MPI_Comm comm, MPI_Request *request)                \
    {                                                                                    \
        ENTER(starts);                                                                   \
        return nonblocking(SENDS(how), false, request);                                  \
    }                                                                                    \
    EXPORT int MPI_##prepares(const void *buf, int count, MPI_Datatype datatype,         \
                              int dest, int tag, MPI_Comm comm, MPI_Request *request)    \
    {                                                                                    \
        ENTER(prepares);                                                                 \
        return nonblocking(SENDS(how), true, request);                                   \
    }
SEND_FUNCTIONS(DEFINE)

/* ---- receive ---- */

EXPORT int MPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                    MPI_Comm comm, MPI_Status *status)
{
    ENTER(Recv);
    return blocking(RECEIVES, status);
}

EXPORT int MPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                     MPI_Comm comm, MPI_Request *request)
{
    ENTER(Irecv);
    return nonblocking(RECEIVES, false, request);
}

EXPORT int MPI_Recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                         MPI_Comm comm, MPI_Request *request)
{
    ENTER(Recv_init);
    return nonblocking(RECEIVES, true, request);
}

/* ---- both ---- */

static int check_disjoint(struct comm *c, const struct data *sent,
                          const struct data *received)
{
    struct spans s = {0};
    spans_add(&s, sent, false);
    spans_add(&s, received, true);
    if (spans_overlap(&s) != OVERLAP_BOTH)
        return MPI_SUCCESS;
    return lib_erroneous(c, MPI_ERR_BUFFER,
                         "the buffers to send from and to receive into overlap; "
                         "MPI_Sendrecv_replace is for one buffer");
}

/* The receive is posted first, and the message is copied when it is sent; so with
 * `replace` both can use the same buffer. */
static int check_exchange(const struct wish *send, const struct wish *recv, bool replace,
                          struct comm **c, struct data *sent, struct data *received)
{
    int code = check_now(send, c, sent);
    if (!code)
        code = check_now(recv, c, received);
    if (!code && !replace && send->peer != MPI_PROC_NULL && recv->peer != MPI_PROC_NULL)
        code = check_disjoint(*c, sent, received);
    return code;
}

static int exchange(const struct wish *send, const struct wish *recv, bool replace,
                    MPI_Status *status)
{
    struct comm *c;
    struct data sent, received;
    struct request s, r;
    int code = check_exchange(send, recv, replace, &c, &sent, &received);
    if (code)
        LEAVE(code);
    begin(&r, recv, c, received);
    begin(&s, send, c, sent);
    code = end(&r, status);
    int send_code = end(&s, MPI_STATUS_IGNORE);
    LEAVE(code ? code : send_code);
}

/* The send of an MPI_Isendrecv is complete; what is left is the receive. */
static bool receive_next(struct request *r, const struct port_result *sent)
{
    (void)sent;
    r->next = NULL;
    r->port = r->other;
    r->other = 0;
    if (r->peer == MPI_PROC_NULL)
        request_settle(r, status_of_nobody());
    return true;
}

/* The request uses these data as well. */
static void watch_sent(struct request *r, const struct data *sent)
{
    struct bytes reads = {0}, none = {0};
    bytes_add(&reads, sent);
    active_start(r, &reads, &none);
}

/* As exchange(); the request is that of the receive, and the send is its first step. */
static int start_exchange(const struct wish *send, const struct wish *recv, bool replace,
                          MPI_Request *request)
{
    struct comm *c;
    struct data sent, received;
    struct request s;
    CHECK_RESULT(request);
    int code = check_exchange(send, recv, replace, &c, &sent, &received);
    if (code)
        LEAVE(code);
    bool sends = send->peer != MPI_PROC_NULL;
    struct request *r = request_new(REQUEST_RECV, c);
    fill(r, recv, received);
    if (sends)
        active_access(&sent, PORT_READS);
    request_start(r);
    if (sends) {
        request_init(&s, REQUEST_SEND, c);
        fill(&s, send, sent);
        r->settled = false;
        r->other = r->port;
        r->port = p2p_post(&s, SEND_STANDARD);
        r->next = receive_next;
        request_clear(&s);
    }
    if (sends && !replace)
        watch_sent(r, &sent);
    *request = r->object.handle;
    LEAVE(MPI_SUCCESS);
}

#define EXCHANGES(name, after, run)                                                      \
    EXPORT int MPI_##name(const void *sendbuf, int sendcount, MPI_Datatype sendtype,     \
                          int dest, int sendtag, void *recvbuf, int recvcount,           \
                          MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, \
                          after)                                                         \
    {                                                                                    \
        ENTER(name);                                                                     \
        struct wish s = {REQUEST_SEND, SEND_STANDARD, sendbuf, sendcount,                \
                         sendtype,     dest,          sendtag, comm};                    \
        struct wish r = {REQUEST_RECV, SEND_STANDARD, recvbuf, recvcount,                \
                         recvtype,     source,        recvtag, comm};                    \
        return run;                                                                      \
    }
EXCHANGES(Sendrecv, MPI_Status *status, exchange(&s, &r, false, status))
EXCHANGES(Isendrecv, MPI_Request *request, start_exchange(&s, &r, false, request))

#define REPLACES(name, after, run)                                                       \
    EXPORT int MPI_##name(void *buf, int count, MPI_Datatype datatype, int dest,         \
                          int sendtag, int source, int recvtag, MPI_Comm comm, after)    \
    {                                                                                    \
        ENTER(name);                                                                     \
        struct wish s = {REQUEST_SEND, SEND_STANDARD, buf,     count,                    \
                         datatype,     dest,          sendtag, comm};                    \
        struct wish r = {REQUEST_RECV, SEND_STANDARD, buf,     count,                    \
                         datatype,     source,        recvtag, comm};                    \
        return run;                                                                      \
    }
REPLACES(Sendrecv_replace, MPI_Status *status, exchange(&s, &r, true, status))
REPLACES(Isendrecv_replace, MPI_Request *request, start_exchange(&s, &r, true, request))
