/* SPDX-License-Identifier: Apache-2.0
 *
 * window.c - see window.h. All of this but window_access() runs as part of a rank. */
#include "agent/port/window.h"
#include "agent/core/agent.h"
#include "agent/watch/callers.h"
#include "agent/tell/handover.h"
#include "agent/port/payload.h"
#include "agent/port/ports.h"
#include "agent/watch/touch.h"
#include "agent/core/unwind.h"
#include "agent/port/version.h"
#include "agent/watch/watching.h"
#include "agent/port/window_copy.h"
#include "explore/search/explorer.h"
#include "kernel/window.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

bool window_live(void)
{
    return agent.program.windows;
}

EXPORT bool port_windows_live(void)
{
    return window_live();
}

static bool unified(void)
{
    return !agent.link->options.separate;
}

EXPORT bool port_window_unified(void)
{
    return unified();
}

EXPORT void port_arithmetic(void (*combine)(unsigned, unsigned, const void *, void *,
                                            size_t))
{
    agent.arithmetic = combine;
}

/* Moments are kept where the digest of a rank's memory leaves them out, as far as there
 * is room. */
EXPORT uint32_t port_moment(void)
{
    struct rank_head *h = rank_head();
    callers_note(agent.current, h->strand.nops);
    if (!~h->called_taken)
        return RANK_CALLED + h->strand.nops;
    uint32_t place = (uint32_t)__builtin_ctzll(~h->called_taken);
    h->called_taken |= UINT64_C(1) << place;
    h->called[place].nops = h->strand.nops;
    h->called[place].calls = touch_calls();
    return place;
}

/* The number of operations that the rank had performed at that moment. *calls: see struct
 * rma_access. */
static uint32_t moment_of(uint32_t name, uint32_t *calls)
{
    struct rank_head *h = rank_head();
    *calls = 0;
    if (name == NOW)
        return h->strand.nops;
    if (name >= RANK_CALLED)
        return name - RANK_CALLED;
    h->called_taken &= ~(UINT64_C(1) << name);
    *calls = h->called[name].calls;
    return h->called[name].nops;
}

/* ---- accesses ---- */

enum { BASICS_MOST = 128 };

/* The kernel's description of an access, which is kept for good. */
static const struct rma_access *describe(const struct port_rma *a, uint32_t calls)
{
    bool atomic =
        a->kind == PORT_ACCUMULATE || a->kind == PORT_FETCH || a->kind == PORT_SWAP;
    bool idle = atomic && a->kind != PORT_SWAP && a->op == PORT_NO_OP;
    struct rma_access x;
    memset(&x, 0, sizeof x); /* equal ones are kept once, so the padding matters */
    x.lo = a->lo;
    x.hi = a->hi;
    x.reads = a->kind == PORT_GET || a->kind == PORT_SYNC || a->kind == PORT_FETCH ||
              a->kind == PORT_SWAP;
    x.writes = a->kind != PORT_GET && a->kind != PORT_SYNC && !idle;
    x.commutes = a->commutes;
    x.loose = a->loose;
    if (atomic && a->kind != PORT_SWAP && !idle)
        x.opcode = (uint16_t)(1 + a->op * BASICS_MOST + a->basic);
    x.element = atomic ? a->element : 0;
    x.plain = a->later;
    x.local = a->kind >= PORT_STORE;
    x.store = a->kind == PORT_STORE;
    x.first = a->first;
    x.polls = a->kind == PORT_SYNC;
    x.told = a->told || x.polls;
    x.calls = calls;
    x.where = rank_site((uint64_t)(uintptr_t)a->from.site);
    x.operand = deed_keep(a);
    return payload_bytes(payload_describe(&x, sizeof x, sizeof x));
}

struct op window_op(enum op_kind kind, const struct port_rma *a)
{
    struct op op = {.kind = kind, .object = a->window, .peer = a->target};
    op.under = a->lock == PORT_NO_LOCK ? NO_LOCK : port_named(a->lock);
    uint32_t calls = 0;
    op.issued = kind == OP_DIRECT || a->later ? moment_of(a->issued, &calls) : 0;
    op.access = describe(a, calls);
    return op;
}

static struct port_read read_of(int64_t value)
{
    struct port_read r = {.outside = value < 0};
    if (value >= 0) {
        r.bytes = payload_bytes(value);
        r.n = payload_size(value);
    }
    return r;
}

/* States what is not checked, or decided for the program. */
static void rest_on(const struct port_rma *a)
{
    if (a->own)
        return;
    if (a->rounds && !a->exclusive)
        link_rests_on(agent.shared, "accumulates of floating-point numbers in one order");
    if (a->element && a->touched > a->element && !a->exclusive)
        link_leaves_out(agent.shared,
                        "elements of an accumulate that take effect one by one");
}

EXPORT struct port_read port_direct(struct port_from from, const struct port_rma *a)
{
    port_need_windows("accesses a window");
    rest_on(a);
    return read_of(port_perform(window_op(OP_DIRECT, a), from).value);
}

EXPORT uint32_t port_atomic(struct port_from from, const struct port_rma *a)
{
    port_need_windows("accesses a window");
    rest_on(a);
    callers_note(agent.current, rank_head()->strand.nops);
    return port_post(window_op(OP_ATOMIC, a), from);
}

EXPORT struct port_read port_effect(struct port_from from, uint32_t request)
{
    struct port_result r = port_finish(from, &request, 1);
    return read_of(r.read);
}

EXPORT struct port_read port_effect_of(const struct port_result *r)
{
    return read_of(r->read);
}

EXPORT uint32_t port_wlock(struct port_from from, uint32_t window, int target,
                           bool exclusive)
{
    struct op op = {.kind = OP_WLOCK, .object = window, .peer = target};
    op.mode = exclusive ? LOCK_EXCLUSIVE : LOCK_SHARED;
    port_need_windows("locks a window");
    return port_post(op, from);
}

EXPORT bool port_lock_wait(struct port_from from, uint32_t lock, bool must)
{
    bool waits = must || agent.program.buffering == BUFFERING_ZERO;
    if (waits)
        port_finish(from, &lock, 1);
    return waits;
}

EXPORT void port_wunlock(struct port_from from, uint32_t window, int target,
                         uint32_t lock)
{
    struct op op = {.kind = OP_WUNLOCK, .object = window, .peer = target};
    op.under = port_named(lock);
    port_perform(op, from);
    port_forget(lock);
}

EXPORT uint32_t port_unlocking(struct port_from from, uint32_t window, int target,
                               uint32_t lock)
{
    struct op op = {.kind = OP_UNLOCKING, .object = window, .peer = target};
    op.under = port_named(lock);
    return port_post(op, from);
}

EXPORT void port_unlocked(struct port_from from, uint32_t unlocking, uint32_t lock,
                          bool waited)
{
    port_finish(from, &unlocking, 1);
    if (!waited)
        port_finish(from, &lock, 1); /* the kernel has a slot for it until then */
    port_forget(lock);
}

uint64_t window_access(struct program *p, const struct op *op, uint64_t version,
                       int64_t *result)
{
    (void)p;
    return version_after(version, op->access->operand, result);
}

int64_t window_pulls(struct program *p, const uint64_t *versions, size_t n)
{
    (void)p;
    return versions_keep(versions, n);
}

bool window_meet(struct program *p, const struct rma_access *a,
                 const struct rma_access *b)
{
    (void)p;
    return deeds_meet(a->operand, b->operand);
}

uint64_t window_digest(const struct op *op)
{
    return op->kind == OP_ATOMIC || op->kind == OP_DIRECT
               ? deed_digest(op->access->operand) ^ op->under
           : op->kind == OP_WUNLOCK || op->kind == OP_UNLOCKING ? op->under
                                                                : 0;
}

uint16_t window_call(const struct op *op)
{
    return deed_from(op->access->operand).call;
}

bool window_is_store(const struct op *op)
{
    return deed_kind(op->access->operand) >= PORT_STORE;
}

/* A store that the comparison of a window with its copy has shown. */
static bool is_compared(enum port_rma_kind kind)
{
    return kind >= PORT_STORE && kind != PORT_LOADED && kind != PORT_STORED &&
           kind != PORT_GONE;
}

bool window_compared(const struct state *st, const struct rma_race *r)
{
    return is_compared(deed_kind(window_raced(st, &r->a)->operand)) ||
           is_compared(deed_kind(window_raced(st, &r->b)->operand));
}

/* "MPI_Put of rank 0 at file.c:12 (epoch of MPI_Win_lock at file.c:10)" */
static void add_access(int64_t deed, uint32_t rank, struct str *s)
{
    struct port_from from = deed_from(deed), epoch = deed_epoch(deed);
    enum port_rma_kind kind = deed_kind(deed);
    if (kind == PORT_LOADED || kind == PORT_STORED)
        str_addf(s, "a %s of rank %u at %s", kind == PORT_STORED ? "store" : "load", rank,
                 port_place(from.site));
    else if (kind == PORT_GONE)
        str_addf(s, "the end of that memory by rank %u at %s", rank,
                 port_place(from.site));
    else if (is_compared(kind))
        str_addf(s, "a store of rank %u to its copy, before MPI_%s at %s", rank,
                 port_call_name(from.call), port_place(from.site));
    else
        str_addf(s, "MPI_%s of rank %u at %s", port_call_name(from.call), rank,
                 port_place(from.site));
    if (epoch.site)
        str_addf(s, " (epoch of MPI_%s at %s)", port_call_name(epoch.call),
                 port_place(epoch.site));
}

static const char *what_of(enum port_rma_kind kind, uint16_t call)
{
    static char text[40];
    if (kind == PORT_GONE)
        return "end of the memory";
    if (kind == PORT_LOADED)
        return "load";
    if (kind >= PORT_STORE && kind != PORT_ATTACH && kind != PORT_DETACH)
        return "store";
    snprintf(text, sizeof text, "MPI_%s", port_call_name(call));
    return text;
}

void window_tell_access(const struct state *st, const struct rma_raced *r,
                        struct finding_access *to)
{
    const struct rma_access *x = window_raced(st, r);
    struct port_from from = deed_from(x->operand), epoch = deed_epoch(x->operand);
    uint64_t calls[CALLERS_MOST], site = (uint64_t)(uintptr_t)from.site;
    uint32_t n = callers_of(r->actor, r->index, site, calls);
    *to = (struct finding_access){
        .what = mem_strdup(what_of(deed_kind(x->operand), from.call)),
        .actor = r->actor,
        .target = (uint32_t)(r->touch ? r->touch->peer : st->events.at[r->event].op.peer),
        .first = x->lo,
        .end = x->hi,
        .where.site = site};
    for (uint32_t i = 0; i < n; i++) {
        struct finding_frame frame = {.where.site = calls[i]};
        vec_push(&to->stack, frame);
    }
    if (!epoch.site)
        return;
    struct str call = {0};
    str_addf(&call, "MPI_%s", port_call_name(epoch.call));
    to->epoch = call.text;
    to->begun.site = (uint64_t)(uintptr_t)epoch.site;
}

/* What is wrong about the two. */
static const char *break_of(enum rma_rule rule)
{
    switch (rule) {
    case RULE_UNPUBLISHED:
        return "separate copies: its rank must call MPI_Win_sync, unlock, fence or post "
               "after the store";
    case RULE_UNSEEN:
        return "separate copies: its rank must call MPI_Win_sync, lock, fence or wait "
               "after the update";
    case RULE_APART:
        return "separate copies: a call that synchronises the window must be between a "
               "store and an update";
    case RULE_UNORDERED:
    case RULE_NONE:
        break;
    }
    return ", and nothing orders them";
}

void window_describe_race(const struct state *st, const struct rma_race *r, struct str *s)
{
    int64_t one = window_raced(st, &r->a)->operand;
    int64_t other = window_raced(st, &r->b)->operand;
    struct port_run common = deeds_common(one, other);
    int owner = r->a.touch ? r->a.touch->peer : st->events.at[r->a.event].op.peer;
    add_access(other, r->b.actor, s);
    str_addf(s, " and ");
    add_access(one, r->a.actor, s);
    if (r->rule == RULE_APART) {
        str_addf(s, " access different bytes of rank %d's memory: %s", owner,
                 break_of(r->rule));
        return;
    }
    if (common.bytes > 1)
        str_addf(s, " access bytes %lu to %lu", (unsigned long)common.at,
                 (unsigned long)(common.at + common.bytes - 1));
    else
        str_addf(s, " access byte %lu", (unsigned long)common.at);
    str_addf(s, " of rank %d's memory%s%s", owner, r->rule == RULE_UNORDERED ? "" : ": ",
             break_of(r->rule));
}

/* "MPI_Win_lock of rank 1 at file.c:12 locks rank 0's part, ..." */
void window_describe_clash(const struct state *st, const struct rma_clash *c,
                           struct str *s)
{
    const struct op *lock = &st->events.at[c->lock].op;
    struct port_from post = deed_from(c->exposed->access.operand);
    str_addf(s, "MPI_%s of rank %u at %s", port_call_name(lock->call), c->actor,
             port_place((void *)(uintptr_t)handover_site(lock)));
    str_addf(s,
             " locks rank %u's part, and MPI_%s of rank %u at %s exposes it; nothing "
             "orders the two epochs, and a window must not be exposed and locked at a "
             "time",
             c->owner, port_call_name(post.call), c->owner, port_place(post.site));
}

EXPORT void port_window_stored(struct port_from from)
{
    window_before(from);
}

EXPORT void port_window_mark(struct port_from from, uint32_t window, enum port_mark mark)
{
    struct touch t = {.window = window,
                      .owner = agent.current,
                      .mark = (enum rma_mark)mark,
                      .site = (uint64_t)(uintptr_t)from.site,
                      .call = from.call};
    _Static_assert((int)PORT_PUBLISHED == (int)MARK_PUBLISHED &&
                       (int)PORT_CLOSED == (int)MARK_CLOSED,
                   "the library's marks are the kernel's");
    for (struct win_copy *c = rank_head()->copies; c; c = c->next)
        if (c->window == window && c->owner == agent.current)
            c->dirty = false;
    agent.exposes |= mark == PORT_EXPOSED;
    if (window_live() && (mark >= PORT_EXPOSED || !unified()))
        touch_note(&t);
}

EXPORT bool port_window_dirty(struct port_from from, uint32_t window)
{
    port_need_windows("says that it has not stored into a window");
    window_before(from);
    for (const struct win_copy *c = rank_head()->copies; c; c = c->next)
        if (c->window == window && c->owner == agent.current && c->dirty)
            return true;
    return false;
}

/* ---- polling ----
 *
 * A rank may load the same memory again and again, with MPI_Win_sync between, until
 * another has written there (12.7, unified memory). So a second call at the same place
 * looks at the public memory as it is in this execution, in any order with the writes of
 * others. The loads of such a loop do not race: one that comes too early comes again. */

/* An operation on all of the memory that a copy stands for. */
static __attribute__((noinline)) void make_whole(struct port_from from,
                                                 enum port_rma_kind kind,
                                                 const struct win_copy *c, struct op *op)
{
    const struct port_run run = {.at = c->offset, .bytes = c->bytes};
    struct port_rma a = {.kind = kind,
                         .from = from,
                         .window = c->window,
                         .target = c->owner,
                         .lock = PORT_NO_LOCK,
                         .issued = NOW,
                         .lo = run.at,
                         .hi = run.at + run.bytes,
                         .runs = &run,
                         .nruns = 1,
                         .touched = run.bytes};
    *op = window_op(OP_DIRECT, &a);
}

/* Nothing that differs from round to round must stay on the stack. */
static __attribute__((noinline)) void look(struct port_from from,
                                           const struct win_copy *c)
{
    struct op op;
    make_whole(from, PORT_SYNC, c, &op);
    rank_wipe_deep();
    port_take_op(&op, from);
}

/* Is this call made again, and the rank has performed no operation since? */
static bool is_again(struct port_from from)
{
    const struct rank_head *h = rank_head();
    return h->synced == from.site && h->synced_at == h->strand.nops;
}

EXPORT void port_window_sync(struct port_from from, uint32_t window)
{
    struct rank_head *h = rank_head();
    bool again = is_again(from);
    if (!window_live())
        return;
    for (struct win_copy *c = h->copies; again && c; c = c->next)
        if (c->window == window)
            look(from, c);
    if (again)
        link_leaves_out(agent.shared,
                        "puts that a rank polls for, before they are complete");
    h->synced = from.site;
    h->synced_at = h->strand.nops;
}

/* A loop may also poll for something else, or just let MPI make progress. */
void window_poll(struct port_from from)
{
    if (!window_live() || !is_again(from) || !touch_loaded())
        return;
    for (const struct win_copy *c = rank_head()->copies; c; c = c->next)
        look(from, c);
    link_leaves_out(agent.shared, "puts that a rank polls for, before they are complete");
}

void window_polled(struct port_from from)
{
    struct rank_head *h = rank_head();
    if (!window_live())
        return; /* a loop must come back to the same state */
    h->synced = from.site;
    h->synced_at = h->strand.nops;
}

/* ---- around operations ---- */

void window_before(struct port_from from)
{
    if (rank_head()->copies && window_live())
        window_publish(from);
}

/* May the operation have told the rank what others did? */
static bool brings_news(const struct op *op, struct outcome o)
{
    switch (op->kind) {
    case OP_FINISH:
    case OP_WUNLOCK:
        return true;
    case OP_DIRECT:
        return op->under != NO_LOCK || op->access->polls;
    case OP_POLL:
    case OP_PROBE:
    case OP_IPROBE:
    case OP_TRYRECV:
        return o.index != OUTCOME_FALSE;
    default:
        return false;
    }
}

void window_after(struct port_from from, const struct op *op, struct outcome o)
{
    if (rank_head()->copies && window_live() && brings_news(op, o))
        window_pull(from);
}

/* ---- the memory of windows ---- */

/* Tells the kernel that memory is attached or not any more. */
static void attach(struct port_from from, enum port_rma_kind kind,
                   const struct win_copy *c)
{
    struct op op;
    port_need_windows("attaches memory to a window");
    make_whole(from, kind, c, &op);
    port_perform(op, from);
}

/* Watches the memory. Accesses that are let through are counted for the part, whichever
 * rank makes them, and not for a call. */
static void watch(struct win_copy *c)
{
    uintptr_t low = (uintptr_t)c->base;
    c->all = (struct port_bytes){low, low + c->bytes};
    c->watch =
        (struct port_watch){.part = &c->all, .n = 1, .use = PORT_WRITES, .window = true};
    c->watch.from.site = (void *)(uintptr_t)(copy_part(c) + 1);
    port_watch(&c->watch);
}

static struct win_copy *copy_of(const struct port_watch *w)
{
    return (struct win_copy *)(uintptr_t)((const char *)w -
                                          offsetof(struct win_copy, watch));
}

void window_spot(const struct port_watch *w, struct spot *s)
{
    const struct win_copy *c = copy_of(w);
    s->window = true;
    s->number = c->window;
    s->owner = c->owner;
    s->at = c->offset;
}

void window_touched(const struct port_watch *w, const struct port_bytes *part, uint32_t n,
                    enum port_use use, struct port_from from)
{
    const struct win_copy *c = copy_of(w);
    struct touch t = {.window = c->window, .owner = c->owner};
    if (agent.current >= 0)
        callers_note(agent.current, rank_head()->strand.nops);
    t.write = use == PORT_WRITES;
    t.site = (uint64_t)(uintptr_t)from.site;
    for (uint32_t i = 0; i < n; i++) {
        uintptr_t low = part[i].low > c->all.low ? part[i].low : c->all.low;
        uintptr_t high = part[i].high < c->all.high ? part[i].high : c->all.high;
        t.lo = c->offset + low - c->all.low;
        t.hi = c->offset + high - c->all.low;
        if (low < high)
            touch_note(&t);
    }
}

void window_in_use(const struct rank *r)
{
    for (const struct port_watch *w = r->head->watches; w; w = w->next)
        for (const struct win_copy *c = r->head->copies; !w->window && c; c = c->next)
            if (c->watch.at)
                window_touched(&c->watch, w->part, w->n, w->use, w->from);
}

bool window_first(const struct rank *r, uint32_t window, int owner, uint64_t at)
{
    const struct win_copy *c = r->head->copies;
    while (c && (c->window != window || c->owner != owner || at < c->offset ||
                 at >= c->offset + c->bytes))
        c = c->next;
    return c && c->made + 1 == r->head->strand.nops; /* which counts the operation */
}

struct port_from window_epoch(const struct rank *r, uint32_t window, int owner)
{
    const struct win_copy *c = r->head->copies;
    while (c && (c->window != window || c->owner != owner))
        c = c->next;
    return c ? c->epoch : (struct port_from){0};
}

EXPORT void port_window_epoch(uint32_t window, struct port_from epoch)
{
    for (struct win_copy *c = rank_head()->copies; c; c = c->next)
        if (c->window == window)
            c->epoch = epoch;
}

EXPORT void port_window_memory(struct port_from from, uint32_t window, int owner,
                               void *base, size_t bytes, uint64_t offset, bool attached)
{
    enum { MOST = 512 << 20 };
    struct rank_head *h = rank_head();
    size_t all = bytes;
    if (!bytes)
        return;
    for (const struct win_copy *c = h->copies; c; c = c->next)
        all += c->bytes;
    if (all > MOST)
        rank_refuse(
            REASON_SAID,
            "has windows of %zu MiB, of which a copy is kept, and %d MiB are the most; "
            "check it with smaller ones",
            all >> 20, MOST >> 20);
    if (owner != agent.current)
        port_need_windows("shares memory");
    struct win_copy *c = copy_place(h, sizeof *c + bytes);
    if (!c)
        rank_refuse(REASON_SIZE, "no memory left for a window of %zu bytes", bytes);
    memset(c, 0, sizeof *c + bytes);
    c->window = window;
    c->owner = owner;
    c->base = base;
    c->bytes = bytes;
    c->offset = offset;
    c->fresh = owner == agent.current;
    if (attached)
        attach(from, PORT_ATTACH, c);
    c->next = h->copies;
    h->copies = c;
    c->made = h->strand.nops;
    h->parts = NULL;
    watch_opened(rank_running(), copy_address(c, 0), copy_address(c, bytes));
    if (window_live())
        watch(c);
}

EXPORT void port_window_made(uint32_t window)
{
    for (struct win_copy *c = rank_head()->copies; c; c = c->next)
        if (c->window == window)
            c->made = rank_head()->strand.nops;
}

EXPORT bool port_window_same(struct port_from from, const void *base, size_t bytes,
                             uint32_t *window, uint64_t *offset)
{
    const char *low = base;
    for (struct win_copy *c = rank_head()->copies; bytes && c; c = c->next) {
        if (low + bytes <= c->base || c->base + c->bytes <= low)
            continue;
        if (low < c->base || low + bytes > c->base + c->bytes ||
            c->owner != agent.current)
            port_refuse(
                from, REASON_FEATURE, "the memory is partly that of another window, %s",
                "which is supported only if it lies in the rank's own part of it");
        if (!unified())
            port_refuse(
                from, REASON_SAID,
                "the memory belongs to two windows, whose public copies differ in "
                "the separate model, which is not followed; check the program with "
                "--rma unified");
        *window = c->window;
        *offset = c->offset + (uint64_t)(low - c->base);
        c->users++;
        return true;
    }
    return false;
}

static void forget(struct port_from from, struct win_copy *c, bool attached)
{
    struct rank_head *h = rank_head();
    struct win_copy **at = &h->copies;
    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    h->parts = NULL;
    port_unwatch(&c->watch, (struct port_from){0});
    if (attached)
        attach(from, PORT_DETACH, c);
    copy_unplace(h, c);
}

static bool lies_in(const struct win_copy *c, const void *low, size_t bytes)
{
    const char *from = low;
    return c->base >= from && c->base < from + bytes;
}

/* The standard wants MPI_Win_free first. Many programs free the memory before, when
 * nobody accesses it any more; who does has no memory to access. */
void window_gone(const void *low, size_t bytes, const void *site)
{
    struct win_copy *c = rank_head()->copies;
    while (c) {
        if (!lies_in(c, low, bytes)) {
            c = c->next;
            continue;
        }
        struct port_from from = {.site = (void *)(uintptr_t)site};
        if (!site)
            from.site = (void *)(uintptr_t)unwind_site();
        const struct win_copy gone = *c;
        forget(from, c, false); /* first: what is there now is nobody's */
        if (window_live())
            attach(from, PORT_GONE, &gone);
        c = rank_head()->copies;
    }
}

EXPORT void port_window_parted(struct port_from from, const void *base)
{
    const char *low = base;
    struct win_copy *c = rank_head()->copies;
    while (c &&
           !(c->owner == agent.current && c->base <= low && low < c->base + c->bytes))
        c = c->next;
    if (c && --c->users == 0 && c->left)
        forget(from, c, false);
}

EXPORT void port_window_forget(struct port_from from, uint32_t window, const void *base)
{
    struct win_copy *next;
    if (window_live())
        window_before(from);
    for (struct win_copy *c = rank_head()->copies; c; c = next) {
        next = c->next;
        if (c->window != window || (base && c->base != base))
            continue;
        c->left = c->users > 0;
        if (!c->left)
            forget(from, c, base != NULL);
    }
}
