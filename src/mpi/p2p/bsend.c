/* SPDX-License-Identifier: Apache-2.0
 *
 * bsend.c - buffered sends and the space they need.
 *
 * A message takes its packed size and MPI_BSEND_OVERHEAD of the attached buffer until it
 * has left it: at some time, but at the latest when it is received. To the checker it is
 * a standard send. The program does not wait for it, but when space runs out we ask which
 * have left, and MPI_Buffer_detach waits for all of them. So a program that relies on
 * messages having left in time is shown the execution where they have not; and one that
 * relies on MPI_Buffer_detach to wait until they are received, where it does not. */
#include "mpi/p2p/p2p.h"
#include "mpi/lib/check.h"
#include "mpi/lib/counts.h"
#include "mpi/p2p/active.h"
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

struct buffers {
    void *at; /* NULL: no buffer is attached */
    size_t size, used;
    struct port_from attached;
    struct port_watch watch; /* until it is detached, the program must not write */
    struct port_bytes part;
    VEC(struct waiting) waiting;
};

static struct buffers *buffers(void)
{
    struct lib *l = lib();
    if (!l->buffers)
        l->buffers = lib_alloc(sizeof *l->buffers);
    return l->buffers;
}

static void make_room(struct buffers *b)
{
    size_t kept = 0;
    for (size_t i = 0; i < b->waiting.len; i++) {
        struct waiting *w = &b->waiting.at[i];
        if (port_poll_space(lib()->from, &w->port, 1).index >= 0)
            b->used -= w->bytes;
        else
            b->waiting.at[kept++] = *w;
    }
    b->waiting.len = kept;
}

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

void bsend_end(void)
{
    if (lib()->buffers)
        unwatch(lib()->buffers, (struct port_from){0});
}

/* The message of the request, among those that wait; their number: none. */
static size_t waiting_of(const struct buffers *b, const struct request *r)
{
    size_t i = 0;
    while (i < b->waiting.len && b->waiting.at[i].request != r)
        i++;
    return i;
}

void bsend_forget(const struct request *r)
{
    struct buffers *b = buffers();
    size_t i = waiting_of(b, r);
    if (i < b->waiting.len)
        b->waiting.at[i].request = NULL;
}

void bsend_start(struct request *r)
{
    struct buffers *b = buffers();
    size_t bytes = data_bytes(&r->data) + MPI_BSEND_OVERHEAD;
    request_settle(r, status_empty());
    if (b->at && b->used + bytes > b->size)
        make_room(b);
    if (!b->at || b->used + bytes > b->size) {
        request_fail(r, MPI_ERR_BUFFER, FINDING_INVALID_ARGUMENT,
                     b->at
                         ? "the message needs %zu bytes of the attached buffer, which "
                           "has %zu, and %zu of them in use"
                         : "the message needs %zu bytes of buffer, and none is attached",
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
    struct buffers *b = buffers();
    size_t i = waiting_of(b, r);
    if (r->error || i == b->waiting.len ||
        !port_retract(lib()->from, b->waiting.at[i].port))
        return false;
    b->used -= b->waiting.at[i].bytes;
    b->waiting.at[i] = vec_pop(&b->waiting);
    return true;
}

int bsend_attach(void *buffer, MPI_Count size)
{
    struct buffers *b = buffers();
    if (size < 0 || !buffer)
        return lib_error(NULL, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                         buffer ? "size is negative: %ld" : "buffer is NULL", size);
    if (b->at)
        return lib_error(NULL, MPI_ERR_BUFFER, FINDING_INVALID_ARGUMENT,
                         "another buffer is attached already");
    int code = bounds_bytes(NULL, buffer, (size_t)size, true);
    if (code)
        return code;
    b->at = buffer;
    b->attached = lib()->from;
    b->size = (size_t)size;
    if (size)
        watch(b);
    return MPI_SUCCESS;
}

EXPORT int MPI_Buffer_attach(void *buffer, int size)
{
    ENTER(Buffer_attach);
    LEAVE(bsend_attach(buffer, size));
}

/* Waits until all messages have left the buffer. Messages to the rank itself cannot
 * leave while it waits. */
int bsend_detach(void *buffer_addr, MPI_Count *size)
{
    struct buffers *b = buffers();
    if (!b->at)
        return lib_error(NULL, MPI_ERR_BUFFER, FINDING_INVALID_ARGUMENT,
                         "no buffer is attached");
    for (size_t i = 0; i < b->waiting.len; i++)
        if (b->waiting.at[i].to_self)
            port_forget(b->waiting.at[i].port);
        else
            port_finish(lib()->from, &b->waiting.at[i].port, 1);
    unwatch(b, lib()->from);
    *(void **)buffer_addr = b->at;
    *size = (MPI_Count)b->size;
    b->at = NULL;
    b->size = b->used = b->waiting.len = 0;
    return MPI_SUCCESS;
}

EXPORT int MPI_Buffer_detach(void *buffer_addr, int *size)
{
    ENTER(Buffer_detach);
    MPI_Count bytes;
    int code = bsend_detach(buffer_addr, size ? &bytes : NULL);
    if (!code)
        *size = count_fit(bytes);
    LEAVE(code);
}
