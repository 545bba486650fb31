/* SPDX-License-Identifier: Apache-2.0
 *
 * access.c - put, get, and the atomic accesses.
 *
 * What an access reads of its origin is packed when it is called; the program must leave
 * it alone until the access is complete at the origin, so nobody can tell; if it does
 * not, that is a finding (p2p/active.h). Puts and gets are carried out when they are
 * completed (by a flush, or by what ends the epoch): if it matters when, there is a race.
 * Atomic accesses are given to the checker at once, which decides when they take effect.
 *
 * Requests of MPI_Rput and MPI_Raccumulate are complete when the origin may be changed,
 * to which nothing is an obstacle; that of MPI_Rget when the lock is held and the data
 * are there; those of MPI_Rget_accumulate when the access has taken effect. */
#include "mpi/coll/reduce.h"
#include "mpi/lib/info.h"
#include "mpi/p2p/active.h"
#include "mpi/p2p/overlap.h"
#include "mpi/p2p/p2p.h"
#include "mpi/p2p/status.h"
#include "mpi/rma/win.h"
#include "mpi/type/bounds.h"
#include "mpi/type/types.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The arguments of a call, as the program gave them. */
struct asked {
    enum port_rma_kind kind;
    const void *origin;
    int origin_count;
    MPI_Datatype origin_type;
    void *result;
    int result_count;
    MPI_Datatype result_type;
    const void *compare;
    int target;
    MPI_Aint disp;
    int target_count;
    MPI_Datatype target_type;
    MPI_Op op; /* atomic accesses */
    MPI_Win win;
    MPI_Request *request; /* NULL: none */
};

static bool is_atomic(enum port_rma_kind kind)
{
    return kind != PORT_PUT && kind != PORT_GET;
}

static bool has_result(enum port_rma_kind kind)
{
    return kind == PORT_GET || kind == PORT_FETCH || kind == PORT_SWAP;
}

/* ---- completing ---- */

static void pending_free(struct pending *p)
{
    free((void *)p->access.runs);
    free((void *)p->access.bytes);
    data_release(&p->result);
    memset(p, 0, sizeof *p); /* a loop that comes back to a state must find it the same */
    free(p);
}

static void forget(struct pending *p)
{
    struct win *w = p->win;
    size_t i = 0;
    while (w->pending.at[i] != p)
        i++;
    for (; i + 1 < w->pending.len; i++)
        w->pending.at[i] = w->pending.at[i + 1];
    w->pending.len--;
}

/* The running call completes the access at the origin: the program may touch its buffers
 * again. */
static void release(struct pending *p)
{
    active_release(p->request ? &p->request->uses : &p->uses, lib()->from);
}

void access_release(struct win *w)
{
    active_release(&w->uses, lib()->from);
}

void access_discard(struct win *w)
{
    for (size_t i = 0; i < w->pending.len; i++) {
        release(w->pending.at[i]);
        pending_free(w->pending.at[i]);
    }
    access_release(w);
}

/* The access is complete, and has read these bytes. */
static void deliver(struct pending *p, const struct port_read *read)
{
    if (read->outside)
        port_fail(p->access.from, FINDING_EPOCH_ERROR,
                  "the memory at displacement 0x%lx (%lu bytes) of rank %d %s %s",
                  (unsigned long)p->access.lo,
                  (unsigned long)(p->access.hi - p->access.lo), p->target,
                  p->access.dynamic ? "is not attached to" : "was freed before",
                  win_text(p->win));
    release(
        p); /* before the data are put there: what the program has written is compared */
    if (has_result(p->access.kind))
        data_unpack(&p->result, read->bytes, read->n);
    forget(p);
    if (p->request) {
        p->request->state = NULL;
        if (!p->request->borrowed)
            port_forget(p->request->port);
        request_settle(p->request, status_empty());
    }
    pending_free(p);
}

static void complete(struct pending *p)
{
    struct port_read read = p->posted ? port_effect(lib()->from, p->port)
                                      : port_direct(lib()->from, &p->access);
    deliver(p, &read);
}

static void post(struct pending *p)
{
    p->access.later = !is_atomic(p->access.kind);
    p->port = port_atomic(lib()->from, &p->access);
    p->posted = true;
}

void access_post(struct win *w)
{
    for (size_t i = 0; i < w->pending.len; i++)
        if (!w->pending.at[i]->posted)
            post(w->pending.at[i]);
}

void access_complete(struct win *w, int target, bool local)
{
    size_t i = 0;
    while (i < w->pending.len) {
        struct pending *p = w->pending.at[i];
        bool meant = target == ALL_TARGETS || p->target == target;
        if (meant && (!local || has_result(p->access.kind))) {
            complete(p);
            continue;
        }
        if (meant)
            release(p);
        i++;
    }
}

/* ---- requests ---- */

static void finish_request(struct request *r, const struct port_result *result)
{
    struct pending *p = r->state;
    if (!p)
        return;
    r->state = NULL;
    p->request = NULL;
    if (!has_result(p->access.kind)) /* the origin is free, and the access goes on */
        return;
    struct port_read read = is_atomic(p->access.kind)
                                ? port_effect_of(result)
                                : port_direct(lib()->from, &p->access);
    deliver(p, &read);
}

static void abandon(void *state)
{
    struct pending *p = state;
    if (p)
        p->request = NULL;
}

static MPI_Request make_request(struct win *w, struct pending *p)
{
    struct request *r = request_new(REQUEST_ACCESS, w->comm);
    r->active = r->started = true;
    r->finish = finish_request;
    r->discard = abandon;
    if (p) {
        r->state = p;
        p->request = r;
        active_join(&r->uses, &p->uses);
    }
    r->borrowed = true;
    if (p && is_atomic(p->access.kind) && has_result(p->access.kind)) {
        r->port = p->port;
    } else if (p && p->access.kind == PORT_GET && w->hold[p->target].requested) {
        r->port = w->hold[p->target].lock;
    } else {
        r->port = request_complete_already();
        r->borrowed = false;
    }
    return r->object.handle;
}

/* ---- checking ---- */

static int mismatch(struct win *w, const struct data *here, const char *what,
                    const struct data *there)
{
    char a[TYPE_TEXT], b[TYPE_TEXT];
    return lib_error(w->comm, MPI_ERR_TYPE, FINDING_EPOCH_ERROR,
                     "%s is %s, but the target is %s", what,
                     type_describe(here->type, here->count, a),
                     type_describe(there->type, there->count, b));
}

/* Do data of `from` fit into `to`? */
static bool fits(const struct data *from, const struct data *to)
{
    struct signature s = type_signature(from->type, from->count);
    return signature_fits(&s, to->type, to->count);
}

/* Is the target's memory large enough? */
static int check_range(struct win *w, int target, MPI_Aint lo, MPI_Aint hi)
{
    const struct exposed *e = &w->part[target];
    if (w->flavor == MPI_WIN_FLAVOR_DYNAMIC || lo >= hi || (lo >= 0 && hi <= e->size))
        return MPI_SUCCESS;
    return lib_error(w->comm, MPI_ERR_RMA_RANGE, FINDING_EPOCH_ERROR,
                     "bytes %ld to %ld of rank %d's memory are accessed, but it has "
                     "exposed %ld bytes to %s",
                     (long)lo, (long)hi - 1, target, (long)e->size, win_text(w));
}

/* Where the access begins, in bytes. A displacement that is too large for the
 * multiplication, or for what is added to it, is outside of every window. */
static int check_displacement(struct win *w, const struct asked *a,
                              const struct datatype *type, MPI_Aint *at)
{
    MPI_Aint most = 0;
    if (!__builtin_mul_overflow(a->disp, (MPI_Aint)w->part[a->target].unit, at) &&
        !__builtin_mul_overflow(type_extent(type), (MPI_Aint)a->target_count, &most) &&
        !__builtin_add_overflow(*at, most, &most))
        return MPI_SUCCESS;
    return lib_error(w->comm, MPI_ERR_DISP, FINDING_EPOCH_ERROR,
                     "target_disp is %ld, and rank %d has exposed %ld bytes to %s",
                     (long)a->disp, a->target, (long)w->part[a->target].size,
                     win_text(w));
}

/* The operator of an atomic access, which must be predefined, and the type of all
 * elements.
 */
static int check_operator(struct win *w, const struct asked *a, const struct data *there,
                          struct port_rma *access)
{
    int code = MPI_SUCCESS;
    char text[TYPE_TEXT];
    const struct basic *b = type_uniform(there->type);
    struct mpi_op *op = op_need(w->comm, a->op, &code);
    if (!op)
        return code;
    if (!op->loops)
        return lib_error(w->comm, MPI_ERR_OP, FINDING_INVALID_ARGUMENT,
                         "the operator is the program's own; only predefined ones can be "
                         "used here");
    if (a->op == MPI_NO_OP && a->kind == PORT_ACCUMULATE)
        return lib_error(w->comm, MPI_ERR_OP, FINDING_INVALID_ARGUMENT,
                         "MPI_NO_OP is for operations that return something");
    if (!b && there->type->size)
        return lib_error(w->comm, MPI_ERR_TYPE, FINDING_INVALID_ARGUMENT,
                         "the elements of the target datatype are not all of one "
                         "predefined type: %s",
                         type_describe(there->type, 1, text));
    bool plain = a->op == MPI_REPLACE || a->op == MPI_NO_OP;
    if (b && !plain && !op_takes(op, b))
        return lib_error(w->comm, MPI_ERR_OP, FINDING_INVALID_ARGUMENT,
                         "%s is not for %s", op->name, b->name);
    access->op =
        plain ? (a->op == MPI_REPLACE ? PORT_REPLACE : PORT_NO_OP) : op_number(op);
    access->basic = b ? (uint16_t)(b - basics) : 0;
    access->element = b ? (uint32_t)b->size : 1;
    access->rounds = !plain && b && op_rounds(op, b);
    access->commutes = !plain;
    return MPI_SUCCESS;
}

/* Compare-and-swap is for integers, bytes and truth values. */
static int check_swap(struct win *w, const struct datatype *t)
{
    enum {
        ALLOWED = CLASS_INTEGER | CLASS_FORTRAN_INTEGER | CLASS_ADDRESS | CLASS_LOGICAL |
                  CLASS_BYTE
    };
    if (t->basic && (t->basic->class & ALLOWED))
        return MPI_SUCCESS;
    return lib_error(w->comm, MPI_ERR_TYPE, FINDING_INVALID_ARGUMENT,
                     "MPI_Compare_and_swap is for integers, truth values and bytes, not "
                     "for %s",
                     t->basic ? t->basic->name : "derived datatypes");
}

/* The parties of an access after their arguments were checked. */
struct sides {
    struct data origin, result, there;
};

static int check_sides(struct win *w, const struct asked *a, struct sides *s)
{
    int code;
    bool reads_origin = a->kind != PORT_GET && a->op != MPI_NO_OP;
    /* The address at the target is known there only, so any will do. */
    if (!type_check_buffer(w->comm, &code, a->target_count, a->target_type,
                           &s->there.type, &code))
        return code;
    s->there.count = a->target_count;
    if (reads_origin && (code = data_check(w->comm, a->origin, a->origin_count,
                                           a->origin_type, &s->origin)))
        return code;
    if (has_result(a->kind) && (code = data_check(w->comm, a->result, a->result_count,
                                                  a->result_type, &s->result)))
        return code;
    if (a->kind == PORT_SWAP && (code = check_swap(w, s->there.type)))
        return code;
    if (reads_origin && !fits(&s->origin, &s->there))
        return mismatch(w, &s->origin, "the origin", &s->there);
    if (has_result(a->kind) && !fits(&s->there, &s->result))
        return mismatch(w, &s->result, a->kind == PORT_GET ? "the origin" : "the result",
                        &s->there);
    if (has_result(a->kind) &&
        (code = type_check_received(w->comm, s->result.count, s->result.type)))
        return code;
    if (a->kind != PORT_GET && a->op != MPI_NO_OP &&
        (code = type_check_received(w->comm, s->there.count, s->there.type)))
        return code;
    return MPI_SUCCESS;
}

/* The buffers at the origin lie in memory that the program has, and what is read of them
 * is not what is written. */
static int check_buffers(struct win *w, const struct asked *a, const struct sides *s)
{
    int code = MPI_SUCCESS;
    struct spans spans = {0};
    if (s->origin.type)
        code = bounds_read(w->comm, &s->origin);
    if (!code && a->kind == PORT_SWAP)
        code = bounds_bytes(w->comm, a->compare, data_bytes(&s->origin), false);
    if (!code && has_result(a->kind))
        code = bounds_written(w->comm, &s->result);
    if (code || !has_result(a->kind))
        return code;
    struct data compare = s->origin;
    compare.at = (void *)a->compare;
    if (s->origin.type)
        spans_add(&spans, &s->origin, false);
    if (a->kind == PORT_SWAP)
        spans_add(&spans, &compare, false);
    spans_add(&spans, &s->result, true);
    if (spans_overlap(&spans) != OVERLAP_BOTH)
        return MPI_SUCCESS;
    return lib_error(
        w->comm, MPI_ERR_BUFFER, FINDING_INVALID_ARGUMENT,
        "the buffer for the result overlaps the origin; they must be disjoint");
}

/* ---- starting ---- */

/* Packs what the access brings along: the origin's data, and before them what
 * compare-and-swap compares with. */
static void pack_operand(struct pending *p, const struct asked *a,
                         const struct data *origin)
{
    size_t n = data_bytes(origin), head = a->kind == PORT_SWAP ? n : 0;
    char *bytes = lib_alloc(head + n);
    if (head)
        memcpy(bytes, a->compare, head);
    data_pack(origin, bytes + head);
    port_data(bytes, head + n);
    p->access.bytes = bytes;
    p->access.n = head + n;
}

/* The access uses these buffers of the program from now on. */
static void hold_buffers(struct pending *p, const struct asked *a, const struct sides *s)
{
    struct bytes reads = {0}, writes = {0};
    if (s->origin.type)
        bytes_add(&reads, &s->origin);
    if (a->kind == PORT_SWAP)
        bytes_add_array(&reads, a->compare, data_bytes(&s->origin));
    if (has_result(a->kind))
        bytes_add(&writes, &s->result);
    active_hold(&p->uses, &reads, &writes);
}

static void start(struct win *w, struct pending *p, const struct asked *a,
                  struct sides *s)
{
    struct port_rma *x = &p->access;
    const struct hold *h = &w->hold[a->target];
    p->win = w;
    p->target = a->target;
    hold_buffers(p, a, s);
    if (s->origin.type)
        pack_operand(p, a, &s->origin);
    if (has_result(a->kind)) {
        p->result = s->result;
        data_hold(&p->result);
    }
    x->kind = a->kind;
    x->window = w->part[a->target].window;
    x->target = comm_world_of(w->comm, a->target);
    x->from = lib()->from;
    x->lock = h->held && h->requested ? h->lock
              : w->start.group        ? epoch_gate(w, a->target)
                                      : PORT_NO_LOCK;
    x->epoch = h->held ? h->from : w->start.group ? w->start.from : w->fence.from;
    x->exclusive = h->held && h->requested && h->exclusive;
    x->loose = is_atomic(a->kind) && info_is(w->info, "accumulate_ordering", "none");
    if (!is_atomic(a->kind)) {
        port_window_stored(lib()->from);
        x->issued = port_moment();
    }
    x->dynamic = w->flavor == MPI_WIN_FLAVOR_DYNAMIC;
    /* MPI_Win_wait of this rank does not wait for its own MPI_Win_complete. */
    bool by_itself = !h->held && w->start.group && a->target != w->comm->rank;
    if (is_atomic(a->kind) || by_itself)
        post(p);
    if (!by_itself || has_result(a->kind)) {
        vec_push(&w->pending, p);
        return;
    }
    port_forget(p->port); /* MPI_Win_wait of the target waits for it */
    active_join(&w->uses, &p->uses);
    pending_free(p);
}

/* The access of a call to a rank that is none, or to nothing. */
static int nothing(struct win *w, const struct asked *a)
{
    if (a->request)
        *a->request = make_request(w, NULL);
    return MPI_SUCCESS;
}

static int access_begin(struct win *w, const struct asked *a)
{
    struct sides s = {0};
    struct pending *p = lib_alloc(sizeof *p);
    MPI_Aint at, lo, hi;
    int code = check_sides(w, a, &s);
    if (!code && is_atomic(a->kind) && a->kind != PORT_SWAP)
        code = check_operator(w, a, &s.there, &p->access);
    if (code || !data_bytes(&s.there) || (s.origin.type && !data_bytes(&s.origin))) {
        free(p);
        return code ? code : nothing(w, a);
    }
    code = check_buffers(w, a, &s);
    if (code) {
        free(p);
        return code;
    }
    struct port_rma *x = &p->access;
    size_t bytes = s.origin.type ? data_bytes(&s.origin) : data_bytes(&s.there);
    if (a->kind == PORT_SWAP)
        x->element = (uint32_t)bytes;
    code = check_displacement(w, a, s.there.type, &at);
    if (code) {
        free(p);
        return code;
    }
    if (bytes < data_bytes(&s.there)) { /* all of the target must be there */
        free(footprint(s.there.type, s.there.count, at, data_bytes(&s.there), &x->nruns,
                       &lo, &hi));
        code = check_range(w, a->target, lo, hi);
    }
    x->runs = footprint(s.there.type, s.there.count, at, bytes, &x->nruns, &lo, &hi);
    x->touched = bytes;
    if (!code)
        code = check_range(w, a->target, lo, hi);
    if (code) {
        pending_free(p);
        return code;
    }
    uint64_t shift = w->part[a->target].shift;
    x->lo = (uint64_t)lo + shift;
    x->hi = (uint64_t)hi + shift;
    for (size_t i = 0; i < x->nruns; i++)
        ((struct port_run *)x->runs)[i].at += shift;
    start(w, p, a, &s); /* p is gone if nobody waits for it; there is no request then */
    if (a->request)
        *a->request = make_request(w, p);
    return MPI_SUCCESS;
}

static int run(const struct asked *a)
{
    FIND_WIN(w, a->win);
    if (a->target != MPI_PROC_NULL && (a->target < 0 || a->target >= win_size(w)))
        INVALID(w->comm, MPI_ERR_RANK, "target_rank is %d, but %s has %d ranks",
                a->target, win_text(w), win_size(w));
    int code = epoch_allows(w, a->target, a->request != NULL);
    if (a->target == MPI_PROC_NULL)
        LEAVE(code ? code : nothing(w, a));
    bool updates = a->kind != PORT_GET && a->op != MPI_NO_OP;
    if (!code && updates)
        code = epoch_allows_update(w, a->target);
    if (!code)
        code = access_begin(w, a);
    if (!code)
        epoch_accessed(w, a->target, updates);
    LEAVE(code);
}

/* ---- the functions of the standard ---- */

#define TARGET                                                                           \
    .target = target_rank, .disp = target_disp, .target_count = target_count,            \
    .target_type = target_datatype, .win = win
#define ORIGIN                                                                           \
    .origin = origin_addr, .origin_count = origin_count, .origin_type = origin_datatype
#define RESULT                                                                           \
    .result = result_addr, .result_count = result_count, .result_type = result_datatype

EXPORT int MPI_Put(const void *origin_addr, int origin_count,
                   MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
                   int target_count, MPI_Datatype target_datatype, MPI_Win win)
{
    ENTER(Put);
    return run(&(struct asked){.kind = PORT_PUT, ORIGIN, TARGET});
}

EXPORT int MPI_Rput(const void *origin_addr, int origin_count,
                    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
                    int target_count, MPI_Datatype target_datatype, MPI_Win win,
                    MPI_Request *request)
{
    ENTER(Rput);
    CHECK_RESULT(request);
    return run(&(struct asked){.kind = PORT_PUT, ORIGIN, TARGET, .request = request});
}

EXPORT int MPI_Get(void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                   int target_rank, MPI_Aint target_disp, int target_count,
                   MPI_Datatype target_datatype, MPI_Win win)
{
    ENTER(Get);
    return run(&(struct asked){.kind = PORT_GET,
                               .result = origin_addr,
                               .result_count = origin_count,
                               .result_type = origin_datatype,
                               TARGET});
}

EXPORT int MPI_Rget(void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                    int target_rank, MPI_Aint target_disp, int target_count,
                    MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request)
{
    ENTER(Rget);
    CHECK_RESULT(request);
    return run(&(struct asked){.kind = PORT_GET,
                               .result = origin_addr,
                               .result_count = origin_count,
                               .result_type = origin_datatype,
                               TARGET,
                               .request = request});
}

EXPORT int MPI_Accumulate(const void *origin_addr, int origin_count,
                          MPI_Datatype origin_datatype, int target_rank,
                          MPI_Aint target_disp, int target_count,
                          MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)
{
    ENTER(Accumulate);
    return run(&(struct asked){.kind = PORT_ACCUMULATE, ORIGIN, TARGET, .op = op});
}

EXPORT int MPI_Raccumulate(const void *origin_addr, int origin_count,
                           MPI_Datatype origin_datatype, int target_rank,
                           MPI_Aint target_disp, int target_count,
                           MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                           MPI_Request *request)
{
    ENTER(Raccumulate);
    CHECK_RESULT(request);
    return run(&(struct asked){
        .kind = PORT_ACCUMULATE, ORIGIN, TARGET, .op = op, .request = request});
}

EXPORT int MPI_Get_accumulate(const void *origin_addr, int origin_count,
                              MPI_Datatype origin_datatype, void *result_addr,
                              int result_count, MPI_Datatype result_datatype,
                              int target_rank, MPI_Aint target_disp, int target_count,
                              MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)
{
    ENTER(Get_accumulate);
    return run(&(struct asked){.kind = PORT_FETCH, ORIGIN, RESULT, TARGET, .op = op});
}

EXPORT int MPI_Rget_accumulate(const void *origin_addr, int origin_count,
                               MPI_Datatype origin_datatype, void *result_addr,
                               int result_count, MPI_Datatype result_datatype,
                               int target_rank, MPI_Aint target_disp, int target_count,
                               MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                               MPI_Request *request)
{
    ENTER(Rget_accumulate);
    CHECK_RESULT(request);
    return run(&(struct asked){
        .kind = PORT_FETCH, ORIGIN, RESULT, TARGET, .op = op, .request = request});
}

#define ONE_ELEMENT                                                                      \
    .origin = origin_addr, .origin_count = 1, .origin_type = datatype,                   \
    .result = result_addr, .result_count = 1, .result_type = datatype,                   \
    .target = target_rank, .disp = target_disp, .target_count = 1,                       \
    .target_type = datatype, .win = win

EXPORT int MPI_Fetch_and_op(const void *origin_addr, void *result_addr,
                            MPI_Datatype datatype, int target_rank, MPI_Aint target_disp,
                            MPI_Op op, MPI_Win win)
{
    ENTER(Fetch_and_op);
    const struct datatype *t = type_find(datatype);
    if (t && !t->basic)
        INVALID(NULL, MPI_ERR_TYPE, "the datatype must be predefined");
    return run(&(struct asked){.kind = PORT_FETCH, ONE_ELEMENT, .op = op});
}

EXPORT int MPI_Compare_and_swap(const void *origin_addr, const void *compare_addr,
                                void *result_addr, MPI_Datatype datatype, int target_rank,
                                MPI_Aint target_disp, MPI_Win win)
{
    ENTER(Compare_and_swap);
    if (target_rank != MPI_PROC_NULL)
        NEED_POINTER(NULL, compare_addr);
    return run(&(struct asked){
        .kind = PORT_SWAP, ONE_ELEMENT, .compare = compare_addr, .op = MPI_OP_NULL});
}
