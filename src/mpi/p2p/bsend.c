/* SPDX-License-Identifier: Apache-2.0
 *
 * bsend.c - buffered sends and the space they need.
 *
 * A message takes its packed size and MPI_BSEND_OVERHEAD of the attached buffer until it
 * has left it: at some time, but at the latest when it is received. To the checker it is
 * a standard send. The program does not wait for it, but when space runs out we ask which
 * have left, and MPI_Buffer_detach waits for all of them. So a program that relies on
 * messages having left in time is shown the execution where they have not; and one that
 * relies on MPI_Buffer_detach to wait until they are received, where it does not.
 *
 * A flush (MPI_Buffer_iflush) is a request that asks for one message after the other. */
#include "mpi/p2p/bsend.h"
#include "mpi/comm/session.h"
#include "mpi/p2p/p2p.h"
#include "mpi/p2p/status.h"
#include "mpi/type/bounds.h"
#include "base/vec.h"
#include <stdlib.h>

struct waiting { /* a message that may still be in the buffer */
    uint32_t port;
    bool to_self;
    size_t bytes;
    const struct request *request; /* the request that it can be cancelled by; NULL:
                                      none */
};

struct flush { /* a request of MPI_Buffer_iflush */
    struct request *request;
    struct buffers *buffers; /* NULL: its owner has ended */
    size_t n;                /* it waits for so many, the first ones */
    struct flush *next;
};

struct buffers {
    struct buffers *next; /* of the rank */
    void *at;             /* NULL: no buffer is attached */
    size_t size, used;
    struct port_from attached;
    struct port_watch watch; /* until it is detached, the program must not write */
    struct port_bytes part;
    VEC(struct waiting) waiting; /* in the order of their sending */
    struct flush *flushes;
};

static struct buffers *buffers_of(const struct bsend_owner *o)
{
    struct lib *l = lib();
    struct buffers *b = *o->buffers;
    if (b)
        return b;
    b = *o->buffers = lib_alloc(sizeof *b);
    b->next = l->all_buffers;
    return l->all_buffers = b;
}

/* Those in which a message to be sent on this communicator is to wait; NULL: none is
 * attached. */
static struct buffers *buffers_for(const struct comm *c)
{
    const struct session *s = (const struct session *)c->session;
    if (c->buffers && c->buffers->at)
        return c->buffers;
    if (s && s->buffers && s->buffers->at)
        return s->buffers;
    return lib()->buffers && lib()->buffers->at ? lib()->buffers : NULL;
}

static bool is_automatic(const struct buffers *b)
{
    return b->at == MPI_BUFFER_AUTOMATIC;
}

/* ---- messages leave ---- */

/* What the request of a flush asks for next. */
static void aim(struct flush *f)
{
    f->request->borrowed = f->n > 0;
    f->request->port = f->n ? f->buffers->waiting.at[0].port : request_complete_already();
}

static void drop(struct buffers *b, size_t i)
{
    for (size_t j = i + 1; j < b->waiting.len; j++)
        b->waiting.at[j - 1] = b->waiting.at[j];
    b->waiting.len--;
}

/* The i-th message has left the buffer; the checker's request is over. The flush that has
 * learned it is not told. */
static void leaves(struct buffers *b, size_t i, const struct flush *knows)
{
    b->used -= b->waiting.at[i].bytes;
    drop(b, i);
    for (struct flush *f = b->flushes; f; f = f->next)
        if (i < f->n && (--f->n == 0 || i == 0) && f != knows)
            aim(f);
}

static void make_room(struct buffers *b)
{
    for (size_t i = 0; i < b->waiting.len;)
        if (port_poll_space(lib()->from, &b->waiting.at[i].port, 1).index >= 0)
            leaves(b, i, NULL);
        else
            i++;
}

/* Messages to the rank itself cannot leave while it waits. */
void bsend_flush(struct buffers *b)
{
    for (size_t i = 0; b && i < b->waiting.len;)
        if (b->waiting.at[i].to_self) {
            i++;
        } else {
            port_finish(lib()->from, &b->waiting.at[i].port, 1);
            leaves(b, i, NULL);
        }
}

/* ---- the space ---- */

/* The program may use the space again when it is detached (3.6). Until then there may be
 * messages in it or, as with MPICH, a list of what is free. */
static void watch(struct buffers *b)
{
    b->part = (struct port_bytes){(uintptr_t)b->at, (uintptr_t)b->at + b->size};
    b->watch = (struct port_watch){.part = &b->part,
                                   .n = 1,
                                   .use = PORT_READS,
                                   .from = b->attached,
                                   .what = "the attached buffer",
                                   .frame = lib()->frame};
    port_watch(&b->watch);
}

static void unwatch(struct buffers *b, struct port_from done)
{
    port_unwatch(&b->watch, done);
    b->watch.n = 0;
}

void bsend_end(struct buffers *b)
{
    if (b)
        unwatch(b, (struct port_from){0});
}

void bsend_end_all(void)
{
    for (struct buffers *b = lib()->all_buffers; b; b = b->next)
        bsend_end(b);
}

static void forget_all(struct buffers *b)
{
    while (b->waiting.len) {
        port_forget(b->waiting.at[0].port);
        leaves(b, 0, NULL);
    }
}

void bsend_release(struct buffers *b)
{
    if (!b)
        return;
    bsend_end(b);
    forget_all(b);
    for (struct flush *f = b->flushes; f; f = f->next)
        f->buffers = NULL;
    struct buffers **at = &lib()->all_buffers;
    while (*at != b)
        at = &(*at)->next;
    *at = b->next;
    vec_free(&b->waiting);
    free(b);
}

/* ---- sending ---- */

/* The message of the request, among those that wait; NULL: none. */
static struct waiting *waiting_of(const struct request *r, struct buffers **in)
{
    for (*in = lib()->all_buffers; *in; *in = (*in)->next)
        for (size_t i = 0; i < (*in)->waiting.len; i++)
            if ((*in)->waiting.at[i].request == r)
                return &(*in)->waiting.at[i];
    return NULL;
}

void bsend_forget(const struct request *r)
{
    struct buffers *b;
    struct waiting *w = waiting_of(r, &b);
    if (w)
        w->request = NULL;
}

void bsend_start(struct request *r)
{
    struct buffers *b = buffers_for(r->comm);
    size_t bytes = data_bytes(&r->data) + MPI_BSEND_OVERHEAD;
    request_settle(r, status_empty());
    if (!b) {
        request_fail(r, MPI_ERR_BUFFER, FINDING_INVALID_ARGUMENT,
                     "the message needs %zu bytes of buffer, and none is attached",
                     bytes);
        return;
    }
    if (b->used + bytes > b->size && !is_automatic(b))
        make_room(b);
    if (b->used + bytes > b->size && !is_automatic(b)) {
        request_fail(r, MPI_ERR_BUFFER, FINDING_INVALID_ARGUMENT,
                     "the message needs %zu bytes of the attached buffer, which has %zu, "
                     "and %zu of them in use",
                     bytes, b->size, b->used);
        return;
    }
    b->used += bytes;
    if (r->object.handle) { /* MPI_Ibsend: a test of it may fail, like any other */
        r->settled = false;
        r->port = request_complete_already();
    }
    bsend_forget(r);
    struct waiting w = {.port = p2p_post(r, SEND_STANDARD),
                        .request = r->object.handle ? r : NULL,
                        .to_self = comm_world_of(r->comm, r->peer) == port_rank(),
                        .bytes = bytes};
    vec_push(&b->waiting, w);
}

bool bsend_cancel(const struct request *r)
{
    struct buffers *b;
    const struct waiting *w = waiting_of(r, &b);
    if (r->error || !w || !port_retract(lib()->from, w->port))
        return false;
    leaves(b, (size_t)(w - b->waiting.at), NULL);
    return true;
}

/* ---- attaching and detaching ---- */

#define WRONG(o, class, ...)                                                             \
    ((o)->session ? lib_error_by((o)->session->errhandler, (o)->session->object.handle,  \
                                 class, FINDING_INVALID_ARGUMENT, __VA_ARGS__)           \
                  : lib_error((o)->comm, class, FINDING_INVALID_ARGUMENT, __VA_ARGS__))

int bsend_attach(const struct bsend_owner *o, void *buffer, MPI_Count size)
{
    struct buffers *b = buffers_of(o);
    if (size < 0 || !buffer)
        return WRONG(o, MPI_ERR_ARG, buffer ? "size is negative: %ld" : "buffer is NULL",
                     size);
    if (b->at)
        return WRONG(o, MPI_ERR_BUFFER, "another buffer is attached already");
    bool automatic = buffer == MPI_BUFFER_AUTOMATIC;
    int code =
        automatic ? MPI_SUCCESS : bounds_bytes(o->comm, buffer, (size_t)size, true);
    if (code)
        return code;
    b->at = buffer;
    b->attached = lib()->from;
    b->size = (size_t)size;
    if (size && !automatic)
        watch(b);
    return MPI_SUCCESS;
}

int bsend_detach(const struct bsend_owner *o, void *buffer_addr, MPI_Count *size)
{
    struct buffers *b = buffers_of(o);
    if (!b->at)
        return WRONG(o, MPI_ERR_BUFFER, "no buffer is attached");
    bsend_flush(b);
    forget_all(b);
    unwatch(b, lib()->from);
    *(void **)buffer_addr = b->at;
    *size = (MPI_Count)b->size;
    b->at = NULL;
    b->size = b->used = 0;
    return MPI_SUCCESS;
}

/* ---- flushing ---- */

/* What the request has asked for is complete; true: it asks for another message. */
static bool next_message(struct request *r, const struct port_result *result)
{
    struct flush *f = r->state;
    (void)result;
    if (r->borrowed)
        leaves(f->buffers, 0, f);
    if (!f->n)
        return false;
    r->port = f->buffers->waiting.at[0].port;
    return true;
}

static void discard(void *state)
{
    struct flush *f = state;
    for (struct flush **at = f->buffers ? &f->buffers->flushes : NULL; at && *at;)
        if (*at == f)
            *at = f->next;
        else
            at = &(*at)->next;
    free(f);
}

MPI_Request bsend_iflush(const struct bsend_owner *o)
{
    struct buffers *b = buffers_of(o);
    struct request *r = request_new(REQUEST_FLUSH, o->comm);
    struct flush *f = lib_alloc(sizeof *f);
    *f = (struct flush){
        .request = r, .buffers = b, .n = b->waiting.len, .next = b->flushes};
    b->flushes = f;
    r->state = f;
    r->discard = discard;
    r->next = next_message;
    r->active = r->started = true;
    aim(f);
    return r->object.handle;
}
