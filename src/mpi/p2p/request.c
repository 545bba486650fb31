/* SPDX-License-Identifier: Apache-2.0
 *
 * request.c - completion: wait and test.
 *
 * The checker knows two ways to complete: FINISH waits for one of a set, POLL asks for
 * one of a set. The others are made of them:
 *     Waitall     FINISH one by one
 *     Testall     POLL one by one until one is not complete
 *     Waitsome    FINISH(all) says which is the first of the answer; POLL those after it
 *     Testsome    the same with POLL(all)
 * A request can be complete without the checker: a message to MPI_PROC_NULL, a cancelled
 * one, one that a failed Testall has seen. Where the program may be told of any complete
 * one, the checker must choose among these too; so they are represented in its set by a
 * collective of one rank, which is complete at once. */
#include "mpi/p2p/request.h"
#include "mpi/lib/check.h"
#include "mpi/lib/error.h"
#include "mpi/p2p/active.h"
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
    if (comm)
        object_hold(&comm->object);
}

void request_clear(struct request *r)
{
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

static void destroy(struct object *o)
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
    r->active = r->started = r->settled = true;
    r->port = 0;
    r->status = status;
}

/* Called when the checker reports the request complete, or a step of it: in the end puts
 * its data in place and sets its status. */
static void settle(struct request *r, const struct port_result *result)
{
    if (r->next && r->next(r, result))
        return;
    const struct port_result *got = r->taken.bytes ? &r->taken : result;
    request_settle(r, status_empty());
    if (r->kind != REQUEST_SEND)
        active_before(r);
    if (r->kind == REQUEST_RECV)
        request_deliver(r, got->from, got->tag, got->bytes);
    else if (r->finish)
        r->finish(r, result);
    if (r->kind != REQUEST_SEND) {
        active_after(r);
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

/* Waits for what only this rank could do. */
static void wait_forever(void)
{
    uint32_t never =
        port_irecv(lib()->from, private_context("requests of its own"), port_rank(), 0);
    port_finish(lib()->from, &never, 1);
}

static bool poll(struct request *r)
{
    while (!r->settled) {
        if (request_hopeless(r))
            return false;
        struct port_result result = port_poll(lib()->from, &r->port, 1);
        if (result.index < 0)
            return false;
        settle(r, &result);
    }
    return true;
}

/* Delivers the data of receives that the program freed before they were complete. It
 * can learn of their arrival only by completing another request. */
static void deliver_orphans(void)
{
    struct request **p = &lib()->orphans;
    while (*p) {
        struct request *r = *p;
        if (!poll(r)) {
            p = &r->next_orphan;
            continue;
        }
        *p = r->next_orphan;
        active_end(r, lib()->from);
        request_code(r);
        object_release(&r->object);
    }
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
        wait_forever();
    while (!r->settled) {
        struct port_result result = port_finish(lib()->from, &r->port, 1);
        settle(r, &result);
    }
    deliver_orphans();
}

int request_code(struct request *r)
{
    if (r->error == MPI_SUCCESS)
        return MPI_SUCCESS;
    return lib_error(r->comm, r->error, r->error_kind, "%s",
                     r->error_text ? r->error_text : "");
}

/* Tells the program that the request is complete: fills in the status and ends the
 * request, or this use of a persistent one. Returns the code for MPI_ERROR; no error
 * handler has been called. */
static int conclude(MPI_Request *handle, struct request *r, MPI_Status *status)
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

/* As conclude(), for functions with one request: calls the error handler. */
static int conclude_one(MPI_Request *handle, struct request *r, MPI_Status *status)
{
    object_hold(&r->object);
    int error = r->error;
    int code = conclude(handle, r, status);
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

/* Finds the request of a handle, the i-th of an array; -1: of none. *r is NULL for a null
 * or inactive request, which counts as complete and has an empty status. */
static int named(const MPI_Request *handle, int i, struct request **r)
{
    char of_array[32] = "";
    *r = NULL;
    if (!handle)
        return lib_error(NULL, MPI_ERR_REQUEST, FINDING_INVALID_ARGUMENT,
                         "request is a null pointer");
    lib_accessed(handle, sizeof *handle, false);
    if (*handle == MPI_REQUEST_NULL)
        return MPI_SUCCESS;
    if (i >= 0)
        snprintf(of_array, sizeof of_array, "array_of_requests[%d], ", i);
    if (!(*r = find(*handle)))
        return lib_error(NULL, MPI_ERR_REQUEST, FINDING_INVALID_ARGUMENT,
                         "%s0x%x%s is no request: it was completed or freed before, or "
                         "never made",
                         of_array, (unsigned)*handle, i >= 0 ? "," : "");
    return MPI_SUCCESS;
}

int request_need(const MPI_Request *request, struct request **r)
{
    int code = named(request, -1, r);
    if (!code && !*r)
        code = lib_error(NULL, MPI_ERR_REQUEST, FINDING_INVALID_ARGUMENT,
                         "request is MPI_REQUEST_NULL");
    return code;
}

static int named_active(const MPI_Request *handle, int i, struct request **r)
{
    int code = named(handle, i, r);
    if (*r && !(*r)->active)
        *r = NULL;
    return code;
}

/* An array of requests; null and inactive ones are NULL in it. */
struct set {
    int n, nactive, nsettled;
    struct request **request;
};

/* Adds the i-th request of the array; a request may occur only once. */
static int add_to_set(struct set *set, const MPI_Request *handles, int i)
{
    int code = named_active(&handles[i], i, &set->request[i]);
    struct request *r = set->request[i];
    if (code || !r)
        return code;
    if (r->listed)
        return lib_error(r->comm, MPI_ERR_REQUEST, FINDING_INVALID_ARGUMENT,
                         "request %d of the array is there twice", i);
    r->listed = true;
    set->nactive++;
    set->nsettled += r->settled;
    return MPI_SUCCESS;
}

static int set_of(int n, const MPI_Request *handles, struct set *set)
{
    if (n < 0)
        return lib_error(NULL, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                         "the number of requests is negative: %d", n);
    if (n > 0 && !handles)
        return lib_error(NULL, MPI_ERR_REQUEST, FINDING_INVALID_ARGUMENT,
                         "the array of requests is a null pointer");
    int code = bounds_array(NULL, "the array of requests", handles, (size_t)n,
                            sizeof *handles, false);
    if (code)
        return code;
    *set = (struct set){.n = n, .request = lib_alloc((size_t)n * sizeof *set->request)};
    for (int i = 0; i < n && !code; i++)
        code = add_to_set(set, handles, i);
    for (int i = 0; i < n; i++)
        if (set->request[i])
            set->request[i]->listed = false;
    if (code)
        free(set->request);
    return code;
}

uint32_t request_complete_already(void)
{
    uint32_t me = (uint32_t)port_rank();
    return port_arrive(lib()->from, private_context("complete requests"), &me, 1, 0, NULL,
                       0);
}

/* A request of the set of which a step is complete, chosen by the checker; -1: none
 * (polls only). */
static int choose_step(const struct set *set,
                       struct port_result (*ask)(struct port_from, const uint32_t *,
                                                 uint32_t))
{
    uint32_t *port = lib_alloc((size_t)set->n * sizeof *port), n = 0;
    int *place = lib_alloc((size_t)set->n * sizeof *place);
    for (int i = 0; i < set->n; i++) {
        struct request *r = set->request[i];
        if (!r || request_hopeless(r))
            continue;
        place[n] = i;
        port[n++] = r->settled ? request_complete_already() : r->port;
    }
    int chosen = -1;
    if (n) {
        struct port_result result = ask(lib()->from, port, n);
        for (uint32_t i = 0; i < n; i++)
            if ((int)i != result.index && set->request[place[i]]->settled)
                port_forget(port[i]);
        if (result.index >= 0) {
            chosen = place[result.index];
            if (!set->request[chosen]->settled)
                settle(set->request[chosen], &result);
        }
    } else if (ask == port_finish) {
        wait_forever();
    }
    free(port);
    free(place);
    return chosen;
}

/* A request of the set that is complete, chosen by the checker; -1: none (polls
 * only). */
static int choose(const struct set *set,
                  struct port_result (*ask)(struct port_from, const uint32_t *, uint32_t))
{
    int chosen;
    do
        chosen = choose_step(set, ask);
    while (chosen >= 0 && !set->request[chosen]->settled);
    if (chosen >= 0)
        deliver_orphans();
    return chosen;
}

/* A request of the set that is complete. Waits for one if `wait` is set and none is
 * complete at once; otherwise may return -1. */
static int choose_any(const struct set *set, bool wait)
{
    bool sure = set->nsettled > 0;
    if (sure && set->nactive == 1) {
        for (int i = 0; i < set->n; i++)
            if (set->request[i])
                return i;
    }
    return choose(set, wait || sure ? port_finish : port_poll);
}

/* ---- wait and test ---- */

EXPORT int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
    ENTER(Wait);
    struct request *r;
    int code = named_active(request, -1, &r);
    if (code || !r) {
        status_give_empty(status);
        LEAVE(code);
    }
    if (port_tidies)
        status_store(status,
                     status_empty()); /* an earlier one does not matter any more */
    request_wait(r);
    LEAVE(conclude_one(request, r, status));
}

EXPORT int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    ENTER(Test);
    NEED_FLAG(flag);
    struct request *r;
    int code = named_active(request, -1, &r);
    *flag = !code && (!r || poll(r));
    if (code || !r) {
        status_give_empty(status);
        LEAVE(code);
    }
    if (!*flag)
        LEAVE(MPI_SUCCESS);
    deliver_orphans();
    LEAVE(conclude_one(request, r, status));
}

EXPORT int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status)
{
    ENTER(Request_get_status);
    NEED_FLAG(flag);
    struct request *r;
    int code = named_active(&request, -1, &r);
    *flag = !code && (!r || poll(r));
    if (!*flag)
        LEAVE(code);
    if (r) {
        active_end(r, lib()->from);
        code = generalized_query(r);
    }
    if (r)
        status_give(status, r->status);
    else
        status_give_empty(status);
    LEAVE(code);
}

static int any(int n, MPI_Request *handles, int *index, int *flag, MPI_Status *status)
{
    NEED_POINTER(NULL, index);
    struct set set;
    int code = set_of(n, handles, &set);
    if (code)
        LEAVE(code);
    int i = set.nactive ? choose_any(&set, !flag) : -1;
    *index = i < 0 ? MPI_UNDEFINED : i;
    if (flag)
        *flag = i >= 0 || !set.nactive;
    if (i >= 0)
        code = conclude_one(&handles[i], set.request[i], status);
    else if (!set.nactive)
        status_give_empty(status);
    free(set.request);
    LEAVE(code);
}

EXPORT int MPI_Waitany(int count, MPI_Request array_of_requests[], int *index,
                       MPI_Status *status)
{
    ENTER(Waitany);
    return any(count, array_of_requests, index, NULL, status);
}

EXPORT int MPI_Testany(int count, MPI_Request array_of_requests[], int *index, int *flag,
                       MPI_Status *status)
{
    ENTER(Testany);
    NEED_FLAG(flag);
    return any(count, array_of_requests, index, flag, status);
}

static MPI_Status *nth(MPI_Status *statuses, int i)
{
    return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i];
}

/* Concludes several requests: those with place[i] >= 0 are reported in
 * statuses[place[i]]. If one of them failed, the code says so, and each status has its
 * own error. */
static int conclude_all(const struct set *set, MPI_Request *handles, const int *place,
                        MPI_Status *statuses)
{
    struct request *failed = NULL;
    for (int i = 0; i < set->n && !failed; i++)
        if (place[i] >= 0 && set->request[i] && set->request[i]->error)
            failed = set->request[i];
    int code = MPI_SUCCESS, error = MPI_SUCCESS;
    if (failed) {
        object_hold(&failed->object);
        error = failed->error;
    }
    for (int i = 0; i < set->n; i++) {
        if (place[i] < 0)
            continue;
        MPI_Status *status = nth(statuses, place[i]);
        int e = MPI_SUCCESS;
        if (set->request[i])
            e = conclude(&handles[i], set->request[i], status);
        else
            status_give_empty(status);
        if (e && !code)
            code = MPI_ERR_IN_STATUS;
        if (status != MPI_STATUS_IGNORE)
            status->MPI_ERROR = e;
    }
    if (!failed)
        return code;
    failed->error = error;
    code = lib_error(failed->comm, MPI_ERR_IN_STATUS, failed->error_kind, "%s",
                     failed->error_text ? failed->error_text : "");
    failed->error = MPI_SUCCESS;
    object_release(&failed->object);
    return code;
}

static int *places(int n, bool all)
{
    int *place = lib_alloc((size_t)n * sizeof *place);
    for (int i = 0; i < n; i++)
        place[i] = all ? i : -1;
    return place;
}

/* Is there room for n statuses? */
static int check_statuses(MPI_Status *statuses, int n)
{
    if (statuses == MPI_STATUSES_IGNORE)
        return MPI_SUCCESS;
    return bounds_array(NULL, "the array of statuses", statuses, (size_t)n,
                        sizeof *statuses, true);
}

static int finish_all(const struct set *set, MPI_Request *handles, MPI_Status *statuses)
{
    int code = check_statuses(statuses, set->n);
    if (code)
        return code;
    int *place = places(set->n, true);
    code = conclude_all(set, handles, place, statuses);
    free(place);
    return code;
}

EXPORT int MPI_Waitall(int count, MPI_Request array_of_requests[],
                       MPI_Status array_of_statuses[])
{
    ENTER(Waitall);
    struct set set;
    int code = set_of(count, array_of_requests, &set);
    if (code)
        LEAVE(code);
    for (int i = 0; i < count; i++)
        if (set.request[i])
            request_wait(set.request[i]);
    code = finish_all(&set, array_of_requests, array_of_statuses);
    free(set.request);
    LEAVE(code);
}

EXPORT int MPI_Testall(int count, MPI_Request array_of_requests[], int *flag,
                       MPI_Status array_of_statuses[])
{
    ENTER(Testall);
    NEED_FLAG(flag);
    struct set set;
    int code = set_of(count, array_of_requests, &set);
    if (code)
        LEAVE(code);
    *flag = true;
    for (int i = 0; i < count && *flag; i++)
        if (set.request[i])
            *flag = poll(set.request[i]);
    if (*flag) {
        deliver_orphans();
        code = finish_all(&set, array_of_requests, array_of_statuses);
    }
    free(set.request);
    LEAVE(code);
}

/* Finds the complete requests; place[i] is the index of each among the answers. Returns
 * their number. */
static int choose_some(const struct set *set, bool wait, int *place)
{
    int first = set->nsettled ? -1 : choose_any(set, wait);
    if (!set->nsettled && first < 0)
        return 0;
    int n = 0;
    for (int i = first < 0 ? 0 : first; i < set->n; i++)
        if (set->request[i] && poll(set->request[i]))
            place[i] = n++;
    return n;
}

static int some(int n, MPI_Request *handles, bool wait, int *outcount, int *indices,
                MPI_Status *statuses)
{
    NEED_POINTER(NULL, outcount);
    NEED_ROOM(NULL, n, indices);
    struct set set;
    int code = set_of(n, handles, &set);
    if (code)
        LEAVE(code);
    if (!set.nactive) {
        *outcount = MPI_UNDEFINED;
        free(set.request);
        LEAVE(MPI_SUCCESS);
    }
    int *place = places(n, false);
    *outcount = choose_some(&set, wait, place);
    code = bounds_array(NULL, "the array of indices", indices, (size_t)*outcount,
                        sizeof *indices, true);
    if (!code)
        code = check_statuses(statuses, *outcount);
    for (int i = 0; i < n && !code; i++)
        if (place[i] >= 0)
            indices[place[i]] = i;
    if (*outcount && !code)
        code = conclude_all(&set, handles, place, statuses);
    free(place);
    free(set.request);
    LEAVE(code);
}

EXPORT int MPI_Waitsome(int incount, MPI_Request array_of_requests[], int *outcount,
                        int array_of_indices[], MPI_Status array_of_statuses[])
{
    ENTER(Waitsome);
    return some(incount, array_of_requests, true, outcount, array_of_indices,
                array_of_statuses);
}

EXPORT int MPI_Testsome(int incount, MPI_Request array_of_requests[], int *outcount,
                        int array_of_indices[], MPI_Status array_of_statuses[])
{
    ENTER(Testsome);
    return some(incount, array_of_requests, false, outcount, array_of_indices,
                array_of_statuses);
}

/* ---- the end ---- */

const struct request *request_active_on(const struct comm *c)
{
    for (struct object *o = NULL; (o = object_leaked(OBJECT_REQUEST, o));) {
        const struct request *r = (struct request *)o;
        if (r->comm == c && r->active)
            return r;
    }
    deliver_orphans();
    for (const struct request *r = lib()->orphans; r; r = r->next_orphan)
        if (r->comm == c)
            return r;
    return NULL;
}

void request_before_leaks(void)
{
    deliver_orphans();
    active_end_loose();
    bsend_end();
    for (struct request *r = lib()->orphans; r; r = r->next_orphan)
        active_end(r, (struct port_from){0});
    for (struct object *o = NULL; (o = object_leaked(OBJECT_REQUEST, o));)
        active_end((struct request *)o, (struct port_from){0});
}

enum leaked_request request_leaked(const struct object *o)
{
    const struct request *r = (const struct request *)o;
    return r->persistent && !r->started ? LEAKED_UNSTARTED
           : r->active                  ? LEAKED_ACTIVE
                                        : LEAKED_IDLE;
}
