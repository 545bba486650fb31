/* SPDX-License-Identifier: Apache-2.0
 *
 * request.c - one request: its life, wait, test, free, cancel. Several at once are in
 * several.c. */
#include "mpi/p2p/complete.h"
#include "mpi/lib/check.h"
#include "mpi/lib/tool.h"
#include "mpi/lib/error.h"
#include "mpi/p2p/active.h"
#include "mpi/p2p/bsend.h"
#include "mpi/p2p/p2p.h"
#include "mpi/p2p/status.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- life ---- */

void request_init(struct request *r, enum request_kind kind, struct comm *comm)
{
    *r = (struct request){.kind = kind, .comm = comm, .status = status_empty()};
    r->from = lib()->from;
    if (lib()->operating && kind != REQUEST_GENERALIZED)
        port_fail(r->from, FINDING_INVALID_ARGUMENT,
                  "%s: the function of an operator must not communicate",
                  lib_call_name(r->from.call));
    if (comm)
        object_hold(&comm->object);
}

void request_unanswered(struct request *r)
{
    request_answered(r);
    r->unanswered = &lib()->unanswered;
    r->next_unanswered = lib()->unanswered;
    if (r->next_unanswered)
        r->next_unanswered->unanswered = &r->next_unanswered;
    lib()->unanswered = r;
}

void request_answered(struct request *r)
{
    if (!r->unanswered)
        return;
    *r->unanswered = r->next_unanswered;
    if (r->next_unanswered)
        r->next_unanswered->unanswered = r->unanswered;
    r->unanswered = NULL;
    r->next_unanswered = NULL;
}

void request_clear(struct request *r)
{
    request_answered(r);
    active_end(r, (struct port_from){0});
    if (r->mode == SEND_BUFFERED)
        bsend_forget(r);
    if (r->discard)
        r->discard(r->state);
    data_release(&r->data);
    if (r->comm)
        object_release(&r->comm->object);
    free(r->error_text);
    free(r->generalized);
}

static void destroy(struct mpi_object *o)
{
    struct request *r = (struct request *)o;
    request_clear(r);
    free(r);
}

struct request *request_new(enum request_kind kind, struct comm *comm)
{
    struct request *r = lib_alloc(sizeof *r);
    request_init(r, kind, comm);
    object_init(&r->object, OBJECT_REQUEST, destroy);
    object_publish(&r->object);
    return r;
}

void request_fail(struct request *r, int error_class, enum finding_kind kind,
                  const char *format, ...)
{
    va_list args;
    va_start(args, format);
    free(r->error_text);
    if (vasprintf(&r->error_text, format, args) < 0)
        r->error_text = NULL;
    va_end(args);
    r->error = error_class;
    r->error_kind = kind;
}

void request_settle(struct request *r, MPI_Status status)
{
    request_answered(r);
    r->active = r->started = r->settled = true;
    r->port = 0;
    r->status = status;
}

void request_step(struct request *r, const struct port_result *result)
{
    if (r->next && r->next(r, result))
        return;
    const struct port_result *got = r->taken.bytes ? &r->taken : result;
    request_settle(r, status_empty());
    if (r->kind != REQUEST_SEND)
        active_before(r);
    if (r->kind == REQUEST_RECV)
        tool_count(TOOL_RECEIVED);
    if (r->kind == REQUEST_RECV)
        request_deliver(r, got->from, got->tag, got->bytes);
    else if (r->finish)
        r->finish(r, result);
    if (r->kind != REQUEST_SEND && r->kind != REQUEST_FLUSH) {
        active_after(r);
        while (lib()->unanswered)
            request_answered(lib()->unanswered);
        active_learn();
    }
    /* A fatal error is reported at once, not when the program asks about the
     * request. */
    if (r->error && (!r->comm || r->comm->errhandler->kind == ERRHANDLER_FATAL))
        request_code(r);
}

static void finish_idup(struct request *r, const struct port_result *result)
{
    struct comm *made = r->state;
    const struct coll_head mine = {.call = r->from.call, .site = r->from.site};
    comm_check_same_call(&mine, result, r->comm->members, r->comm->nmembers);
    made->coming = false;
}

static void let_go(void *object)
{
    object_release(object);
}

MPI_Request request_of_idup(struct comm *c, uint32_t port_request, struct comm *made)
{
    struct request *r = request_new(REQUEST_ARRIVE, c);
    r->port = port_request;
    r->active = r->started = true;
    r->finish = finish_idup;
    r->state = made;
    r->discard = let_go;
    object_hold(&made->object);
    return r->object.handle;
}

/* ---- one request ---- */

bool request_hopeless(const struct request *r)
{
    return !r->settled && (r->kind == REQUEST_GENERALIZED || partitioned_waits(r));
}

static uint32_t private_context(const char *name)
{
    char key[64];
    int n = snprintf(key, sizeof key, "%s of rank %d", name, port_rank());
    return port_context(key, (size_t)n, name);
}

void request_wait_forever(const struct request *r)
{
    int what =
        r->kind == REQUEST_GENERALIZED ? PORT_AWAITS_GENERALIZED : PORT_AWAITS_PARTITIONS;
    uint32_t never = port_irecv(lib()->from, private_context("requests of its own"),
                                port_rank(), what);
    port_finish(lib()->from, &never, 1);
}

bool request_poll(struct request *r)
{
    while (!r->settled) {
        if (request_hopeless(r))
            return false;
        struct port_result result = port_poll(lib()->from, &r->port, 1);
        if (result.index < 0)
            return false;
        request_step(r, &result);
    }
    return true;
}

void request_deliver_orphans(void)
{
    struct request **p = &lib()->orphans;
    while (*p) {
        struct request *r = *p;
        if (!request_poll(r)) {
            p = &r->next_orphan;
            continue;
        }
        *p = r->next_orphan;
        active_end(r, lib()->from);
        request_code(r);
        object_release(&r->object);
    }
}

/* Is all of the buffer, with the gaps in it, memory that the program may write? */
static bool writable(const struct data *d)
{
    const struct datatype *t = d->type;
    MPI_Aint last = (d->count - 1) * type_extent(t);
    MPI_Aint low = t->true_lb + (last < 0 ? last : 0),
             high = t->true_ub + (last > 0 ? last : 0);
    return port_writable((const char *)d->at + low, (size_t)(high - low));
}

/* Clears the part of the buffer that the message will overwrite: what an earlier message
 * has left there would make this another state. */
static void clear_buffer(struct request *r)
{
    static const char zeros[4096];
    size_t n = port_overwrites(r->from.site), space = data_bytes(&r->data);
    r->blank = n < space ? n : space;
    if (r->blank > sizeof zeros)
        r->blank = 0;
    if (r->blank && !writable(&r->data))
        r->blank = 0;
    if (!r->blank)
        return;
    active_before(r);
    data_unpack(&r->data, zeros, r->blank);
    active_after(r);
}

void request_wait(struct request *r)
{
    if (r->settled)
        return;
    if (r->kind == REQUEST_RECV && !r->taken.bytes && !r->next && port_compares)
        clear_buffer(r);
    if (request_hopeless(r))
        request_wait_forever(r);
    while (!r->settled) {
        struct port_result result = port_finish(lib()->from, &r->port, 1);
        request_step(r, &result);
    }
    request_deliver_orphans();
}

int request_code(struct request *r)
{
    if (r->error == MPI_SUCCESS)
        return MPI_SUCCESS;
    return lib_error(r->comm, r->error, r->error_kind, "%s",
                     r->error_text ? r->error_text : "");
}

int request_conclude(MPI_Request *handle, struct request *r, MPI_Status *status)
{
    active_end(r, lib()->from);
    int code = generalized_query(r);
    if (code == MPI_SUCCESS)
        code = r->error;
    status_give(status, r->status);
    r->active = r->settled = false;
    r->error = MPI_SUCCESS;
    if (r->persistent)
        return code;
    int freed = generalized_free(r);
    code = code ? code : freed;
    object_unpublish(&r->object);
    lib_accessed(handle, sizeof *handle, true);
    *handle = MPI_REQUEST_NULL;
    return code;
}

int request_conclude_one(MPI_Request *handle, struct request *r, MPI_Status *status)
{
    object_hold(&r->object);
    int error = r->error;
    int code = request_conclude(handle, r, status);
    r->error = error;
    if (error)
        code = request_code(r);
    r->error = MPI_SUCCESS;
    object_release(&r->object);
    return code;
}

/* ---- what the program names ---- */

static struct request *find(MPI_Request handle)
{
    return (struct request *)object_find(OBJECT_REQUEST, handle);
}

/* As request_named(), but *r may be an inactive request. */
static int named(const MPI_Request *handle, int i, struct request **r)
{
    char of_array[32] = "";
    *r = NULL;
    lib_accessed(handle, sizeof *handle, false);
    if (*handle == MPI_REQUEST_NULL)
        return MPI_SUCCESS;
    if (i >= 0)
        snprintf(of_array, sizeof of_array, "array_of_requests[%d], ", i);
    if (!(*r = find(*handle)))
        return lib_error(NULL, MPI_ERR_REQUEST, FINDING_INVALID_ARGUMENT,
                         "%s0x%lx%s is no request: it was completed or freed before, or "
                         "never made",
                         of_array, handle_value(*handle), i >= 0 ? "," : "");
    return MPI_SUCCESS;
}

int request_named(const MPI_Request *handle, int i, struct request **r)
{
    int code = named(handle, i, r);
    if (*r && !(*r)->active)
        *r = NULL;
    return code;
}

/* A request is completed only once, so any two calls of different threads that may both
 * complete it are wrong, whichever comes first (MPI-4.1, 11.6.2). */
int request_claim(struct request *r)
{
    if (!port_threads())
        return MPI_SUCCESS;
    if (r->claimed.site)
        return lib_error(r->comm, MPI_ERR_REQUEST, FINDING_INVALID_ARGUMENT,
                         "another thread is in %s for the same request (of %s at %s), at "
                         "%s, and a request is completed only once",
                         lib_call_name(r->claimed.call), lib_call_name(r->from.call),
                         port_place(r->from.site), port_place(r->claimed.site));
    r->claimed = lib()->from;
    return MPI_SUCCESS;
}

void request_disclaim(struct request *r)
{
    r->claimed = (struct port_from){0};
}

/* What a thread may do to a request for which another one waits, and we cannot. */
static void refuse_claimed(const struct request *r)
{
    if (r && r->claimed.site)
        port_refuse(lib()->from, REASON_THREADS,
                    "%s of a request for which another thread is in %s, at %s, is not "
                    "supported",
                    lib_call_name(lib()->from.call), lib_call_name(r->claimed.call),
                    port_place(r->claimed.site));
}

uint32_t request_complete_already(void)
{
    uint32_t me = (uint32_t)port_rank();
    return port_arrive(lib()->from, private_context("complete requests"), &me, 1, 0, NULL,
                       0);
}

/* ---- wait and test ---- */

EXPORT int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
    ENTER(Wait);
    struct request *r;
    int code = request_named(request, -1, &r);
    if (code || !r) {
        status_give_empty(status);
        LEAVE(code);
    }
    status_tidy(status);
    if ((code = request_claim(r)))
        LEAVE(code);
    request_wait(r);
    request_disclaim(r);
    LEAVE(request_conclude_one(request, r, status));
}

EXPORT int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    ENTER(Test);
    NEED_FLAG(flag);
    struct request *r;
    int code = request_named(request, -1, &r);
    if (!code && r && (code = request_claim(r)))
        LEAVE(code);
    *flag = !code && (!r || request_poll(r));
    if (code || !r) {
        status_give_empty(status);
        LEAVE(code);
    }
    request_disclaim(r);
    if (!*flag)
        LEAVE(MPI_SUCCESS);
    request_deliver_orphans();
    LEAVE(request_conclude_one(request, r, status));
}

/* Asks about a request, the i-th of an array (-1: of none), which stays: *r is NULL if it
 * is null or inactive. The status is stored if it is complete. Returns an error code. */
static int look_at(const MPI_Request *request, int i, struct request **r, bool *complete,
                   MPI_Status *status)
{
    int code = request_named(request, i, r);
    *complete = false;
    if (code)
        return code;
    refuse_claimed(*r);
    *complete = !*r || request_poll(*r);
    if (!*complete)
        return MPI_SUCCESS;
    if (!*r) {
        status_give_empty(status);
        return MPI_SUCCESS;
    }
    active_end(*r, lib()->from);
    code = generalized_query(*r);
    status_give(status, (*r)->status);
    return code;
}

EXPORT int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status)
{
    ENTER(Request_get_status);
    NEED_FLAG(flag);
    struct request *r;
    bool complete;
    int code = look_at(&request, -1, &r, &complete, status);
    *flag = complete;
    LEAVE(code);
}

#define NEED_REQUESTS(count, requests)                                                   \
    do {                                                                                 \
        NEED_COUNT(NULL, count);                                                         \
        NEED_ARRAY(NULL, count, requests);                                               \
    } while (0)

EXPORT int MPI_Request_get_status_all(int count, const MPI_Request requests[], int *flag,
                                      MPI_Status *statuses)
{
    ENTER(Request_get_status_all);
    NEED_FLAG(flag);
    NEED_REQUESTS(count, requests);
    NEED_STATUSES(count, statuses);
    for (int i = 0; i < count; i++) {
        struct request *r;
        bool complete;
        MPI_Status *status =
            statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i];
        int code = look_at(&requests[i], i, &r, &complete, status);
        if (code || !complete)
            LEAVE(code);
    }
    *flag = 1;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Request_get_status_any(int count, const MPI_Request requests[], int *index,
                                      int *flag, MPI_Status *status)
{
    ENTER(Request_get_status_any);
    NEED_FLAG(flag);
    NEED_REQUESTS(count, requests);
    bool active = false;
    *index = MPI_UNDEFINED;
    for (int i = 0; i < count; i++) {
        struct request *r;
        bool complete;
        int code = look_at(&requests[i], i, &r, &complete, status);
        active |= r != NULL;
        if (!code && !(r && complete))
            continue;
        *index = code ? MPI_UNDEFINED : i;
        *flag = !code;
        LEAVE(code);
    }
    *flag = !active;
    if (!active)
        status_give_empty(status);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Request_get_status_some(int count, const MPI_Request requests[],
                                       int *outcount, int indices[], MPI_Status *statuses)
{
    ENTER(Request_get_status_some);
    NEED_REQUESTS(count, requests);
    NEED_ROOM(NULL, count, indices);
    NEED_STATUSES(count, statuses);
    bool active = false;
    int n = 0;
    for (int i = 0; i < count; i++) {
        struct request *r;
        bool complete;
        MPI_Status *status =
            statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[n];
        int code = look_at(&requests[i], i, &r, &complete, status);
        active |= r != NULL;
        if (code)
            LEAVE(code);
        if (r && complete)
            indices[n++] = i;
    }
    *outcount = active ? n : MPI_UNDEFINED;
    LEAVE(MPI_SUCCESS);
}

/* ---- free and cancel ---- */

int request_need(const MPI_Request *request, struct request **r)
{
    int code = named(request, -1, r);
    if (!code && !*r)
        code = lib_error(NULL, MPI_ERR_REQUEST, FINDING_INVALID_ARGUMENT,
                         "request is MPI_REQUEST_NULL");
    return code;
}

EXPORT int MPI_Request_free(MPI_Request *request)
{
    ENTER(Request_free);
    struct request *r;
    int code = request_need(request, &r);
    if (!code)
        code = request_claim(r);
    if (code)
        LEAVE(code);
    request_disclaim(r);
    if (r->kind == REQUEST_ARRIVE && r->active && !r->settled)
        INVALID(r->comm, MPI_ERR_REQUEST,
                "the request is of a collective operation and must be completed");
    if (r->kind == REQUEST_ACCESS && r->active && !r->settled)
        INVALID(r->comm, MPI_ERR_REQUEST,
                "the request is of an access to a window and must be completed");
    if (r->kind == REQUEST_PARTITIONED && r->active && !r->settled)
        INVALID(r->comm, MPI_ERR_REQUEST,
                "the partitioned operation is active and must be completed");
    if (r->active && !r->settled && !r->generalized)
        port_note(lib()->from, FINDING_REQUEST_FREE,
                  "the operation of %s at %s is active, and nobody will know when it is "
                  "complete",
                  lib_call_name(r->from.call), port_place(r->from.site));
    *request = MPI_REQUEST_NULL;
    if (request_hopeless(r)) {
        r->freed = true; /* MPI_Grequest_complete will still be called */
        LEAVE(MPI_SUCCESS);
    }
    code = generalized_free(r);
    if (r->kind == REQUEST_RECV && r->active && !r->settled) {
        object_hold(&r->object);
        r->next_orphan = lib()->orphans;
        lib()->orphans = r;
    } else if (r->kind == REQUEST_SEND && r->active && !r->settled) {
        active_loose(r);
        if (!r->unanswered)
            active_learn();
        port_forget(r->port);
    } else if (r->active) {
        if (!r->settled && !r->generalized && !r->borrowed)
            port_forget(r->port);
        active_end(r, lib()->from);
    }
    object_unpublish(&r->object);
    LEAVE(code);
}

static void cancelled(struct request *r)
{
    request_settle(r, status_empty());
    status_set_cancelled(&r->status, true);
}

EXPORT int MPI_Cancel(MPI_Request *request)
{
    ENTER(Cancel);
    struct request *r;
    int code = request_need(request, &r);
    if (code)
        LEAVE(code);
    refuse_claimed(r);
    if (!r->active)
        INVALID(r->comm, MPI_ERR_REQUEST, "the persistent request is not active");
    if (r->generalized)
        LEAVE(generalized_cancel(r));
    if (r->from.call == CALL_Isendrecv || r->from.call == CALL_Isendrecv_c ||
        r->from.call == CALL_Isendrecv_replace ||
        r->from.call == CALL_Isendrecv_replace_c)
        port_refuse(lib()->from, REASON_FEATURE,
                    "MPI_Cancel of what %s has started is not supported",
                    lib_call_name(r->from.call));
    switch (r->kind) {
    case REQUEST_RECV:
        if (!r->settled && port_cancel(lib()->from, r->port))
            cancelled(r);
        break;
    case REQUEST_SEND:
        if (r->mode == SEND_BUFFERED
                ? bsend_cancel(r)
                : !r->settled && port_retract(lib()->from, r->port)) {
            if (r->mode == SEND_BUFFERED && !r->settled)
                port_forget(r->port);
            cancelled(r);
        }
        break;
    case REQUEST_ARRIVE:
    case REQUEST_GENERALIZED:
        INVALID(r->comm, MPI_ERR_REQUEST, "a collective operation cannot be cancelled");
    case REQUEST_PARTITIONED:
        INVALID(r->comm, MPI_ERR_REQUEST, "a partitioned operation cannot be cancelled");
    case REQUEST_ACCESS:
        INVALID(r->comm, MPI_ERR_REQUEST, "an access to a window cannot be cancelled");
    case REQUEST_FLUSH:
        INVALID(r->comm, MPI_ERR_REQUEST, "the flush of a buffer cannot be cancelled");
    case REQUEST_FILE:
        break; /* it has happened */
    }
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Test_cancelled(const MPI_Status *status, int *flag)
{
    ENTER(Test_cancelled);
    CHECK_RESULT(status);
    NEED_FLAG(flag);
    *flag = status_cancelled(status);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Status_set_cancelled(MPI_Status *status, int flag)
{
    ENTER(Status_set_cancelled);
    CHECK_RESULT(status);
    status_set_cancelled(status, flag);
    LEAVE(MPI_SUCCESS);
}

/* ---- the end ---- */

const struct request *request_active_on(const struct comm *c)
{
    for (struct mpi_object *o = NULL; (o = object_leaked(OBJECT_REQUEST, o));) {
        const struct request *r = (struct request *)o;
        if (r->comm == c && r->active)
            return r;
    }
    request_deliver_orphans();
    for (const struct request *r = lib()->orphans; r; r = r->next_orphan)
        if (r->comm == c)
            return r;
    return NULL;
}

void request_before_leaks(void)
{
    request_deliver_orphans();
    active_end_loose();
    bsend_end_all();
    for (struct request *r = lib()->orphans; r; r = r->next_orphan)
        active_end(r, (struct port_from){0});
    for (struct mpi_object *o = NULL; (o = object_leaked(OBJECT_REQUEST, o));)
        active_end((struct request *)o, (struct port_from){0});
}

enum leaked_request request_leaked(const struct mpi_object *o)
{
    const struct request *r = (const struct request *)o;
    return r->persistent && !r->started ? LEAKED_UNSTARTED
           : r->active                  ? LEAKED_ACTIVE
                                        : LEAKED_IDLE;
}
