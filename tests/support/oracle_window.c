/* SPDX-License-Identifier: Apache-2.0
 *
 * oracle_window.c - see oracle_window.h.
 *
 * A state is one flat struct, so that copying and hashing it needs no thought. Sections
 * are those of MPI-4.0. */
#include "oracle_window.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum { ACCESSES = 12, LOCKS = 8, REQUESTS = 8, NO_LOCK = 255 };

struct access {
    uint8_t kind, op, window, target, cell, name;
    uint8_t lock;  /* which of the rank's locks it is under, or NO_LOCK */
    uint8_t post;  /* in a start epoch: the number of the post that lets it in; or 0 */
    uint8_t fence; /* in an epoch of fences: how many the rank had called */
    uint8_t called, effected;
    uint8_t known; /* completed at the origin */
    uint8_t done;  /* completed at the target */
    uint8_t hole;  /* holes have names, so that equal states have equal bytes */
    uint16_t line;
    int32_t value, compare, result;
    uint32_t hole_too;
    uint64_t earlier; /* the accesses that it depends on and that took effect before it */
};

struct lock {
    uint8_t window, target, exclusive;
    uint8_t asked, joined, released, hole[2];
    uint32_t earlier; /* the requests that exclude it and came to the target before it */
};

struct request {
    uint8_t is_send, mode, peer, name; /* peer: WIN_NOBODY is any */
    uint8_t match;                     /* 1 + its partner's number, or 0 */
    uint8_t hole[3];
    int32_t tag, value; /* tag of a receive: -1 is any */
};

struct rank_state {
    uint16_t pc;
    uint8_t phase;
    uint8_t failed;
    uint8_t nrequests, naccesses, nlocks;
    uint8_t barriers;
    uint8_t request_of[WIN_NAMES]; /* 1 + the pending request of a name, or 0 */
    int32_t value[WIN_NAMES];
    struct request request[REQUESTS];
    struct access access[ACCESSES];
    struct lock lock[LOCKS];
};

struct window_state {
    int32_t cell[WIN_RANKS][WIN_CELLS];
    uint8_t fences[WIN_RANKS];
    uint8_t posted[WIN_RANKS][WIN_RANKS];    /* by target and origin: how often */
    uint8_t started[WIN_RANKS][WIN_RANKS];   /* by origin and target */
    uint8_t completed[WIN_RANKS][WIN_RANKS]; /* likewise */
    uint8_t exposed[WIN_RANKS];              /* the origins of its post, as a set */
    uint8_t accesses[WIN_RANKS];             /* the targets of its start */
};

struct state {
    struct rank_state rank[WIN_RANKS];
    struct window_state window[WIN_WINDOWS];
};

struct judge {
    const struct win_text *text;
    struct win_options options;
    struct win_verdict *out;
    struct set128 visited, outcomes;
};

/* ---- expressions ---- */

static int64_t value_of(const struct judge *j, const struct state *s, uint32_t rank,
                        win_expr e)
{
    return win_value(j->text, e, rank, s->rank[rank].value);
}

/* ---- locks (12.5.3) ---- */

static uint32_t lock_bit(uint32_t rank, uint32_t lock)
{
    return 1u << (rank * LOCKS + lock);
}

/* A request that has come to the target has the lock when those that exclude it and came
 * before are released. */
static bool is_held(const struct state *s, const struct lock *l)
{
    if (!l->joined || l->released)
        return false;
    for (uint32_t i = 0; i < WIN_RANKS; i++)
        for (uint32_t k = 0; k < LOCKS; k++)
            if (l->earlier & lock_bit(i, k) && !s->rank[i].lock[k].released)
                return false;
    return true;
}

static void join(struct state *s, uint32_t rank, uint32_t lock)
{
    struct lock *l = &s->rank[rank].lock[lock];
    l->joined = true;
    for (uint32_t i = 0; i < WIN_RANKS; i++)
        for (uint32_t k = 0; k < LOCKS; k++) {
            const struct lock *o = &s->rank[i].lock[k];
            if (o != l && o->joined && o->window == l->window && o->target == l->target &&
                (o->exclusive || l->exclusive))
                l->earlier |= lock_bit(i, k);
        }
}

/* The lock that the rank has asked for on this part and not given back. */
static uint8_t lock_on(const struct state *s, uint32_t rank, uint32_t window,
                       uint32_t target)
{
    for (uint32_t k = 0; k < LOCKS; k++) {
        const struct lock *l = &s->rank[rank].lock[k];
        if (l->asked && !l->released && l->window == window && l->target == target)
            return (uint8_t)k;
    }
    return NO_LOCK;
}

/* ---- accesses ---- */

static bool is_atomic(const struct access *a)
{
    return a->kind == ACCESS_ACCUMULATE || a->kind == ACCESS_FETCH ||
           a->kind == ACCESS_CAS;
}

static bool only_reads(const struct access *a)
{
    return a->kind == ACCESS_GET ||
           (a->kind != ACCESS_PUT && a->kind != ACCESS_CAS && a->op == WIN_NOOP);
}

static bool returns(const struct access *a)
{
    return a->kind == ACCESS_GET || a->kind == ACCESS_FETCH || a->kind == ACCESS_CAS;
}

static bool same_cell(const struct access *a, const struct access *b)
{
    return a->window == b->window && a->target == b->target && a->cell == b->cell;
}

/* The target has let it in: its lock is held, or the target has posted, or (fence) has
 * called the fence before, which all have. */
static bool is_let_in(const struct state *s, uint32_t rank, const struct access *a)
{
    if (a->lock != NO_LOCK)
        return is_held(s, &s->rank[rank].lock[a->lock]);
    return !a->post || s->window[a->window].posted[a->target][rank] >= a->post;
}

static bool is_active(const struct state *s, uint32_t rank, const struct access *a)
{
    return a->called && !a->done && is_let_in(s, rank, a);
}

/* Two accesses to one cell conflict unless both read, or both are atomic with the same
 * operation or one that does nothing (12.7, accumulate_ops). Compare-and-swap has no
 * operation that could differ. */
static bool conflict(const struct access *a, const struct access *b)
{
    if (only_reads(a) && only_reads(b))
        return false;
    if (!is_atomic(a) || !is_atomic(b))
        return true;
    return a->kind != ACCESS_CAS && b->kind != ACCESS_CAS && a->op != b->op &&
           a->op != WIN_NOOP && b->op != WIN_NOOP;
}

/* Does the order of these two atomic accesses to one cell count? */
static bool ordered(const struct access *a, const struct access *b)
{
    bool commutes = a->op == b->op && a->op != WIN_REPLACE;
    if (only_reads(a) && only_reads(b))
        return false;
    return returns(a) || returns(b) || !commutes;
}

static uint64_t access_bit(uint32_t rank, uint32_t access)
{
    return UINT64_C(1) << (rank * ACCESSES + access);
}

/* Accesses of one origin to one cell take effect in their order if they are atomic
 * (12.7.2); others have none. */
static bool is_its_turn(const struct state *s, uint32_t rank, uint32_t access)
{
    const struct rank_state *r = &s->rank[rank];
    for (uint32_t k = 0; k < access && is_atomic(&r->access[access]); k++)
        if (r->access[k].called && !r->access[k].effected && is_atomic(&r->access[k]) &&
            same_cell(&r->access[k], &r->access[access]))
            return false;
    return true;
}

static void compute(struct access *a, int32_t *cell)
{
    a->result = *cell;
    if (a->kind == ACCESS_PUT)
        *cell = a->value;
    else if (a->kind == ACCESS_CAS)
        *cell = *cell == a->compare ? a->value : *cell;
    else if (a->kind == ACCESS_GET || a->op == WIN_NOOP)
        return;
    else if (a->op == WIN_ADD)
        *cell += a->value;
    else if (a->op == WIN_REPLACE)
        *cell = a->value;
    else if (a->value > *cell)
        *cell = a->value;
}

static void take_effect(const struct judge *j, struct state *s, uint32_t rank,
                        uint32_t access)
{
    struct access *a = &s->rank[rank].access[access];
    compute(a, &s->window[a->window].cell[a->target][a->cell]);
    a->effected = true;
    for (uint32_t i = 0; i < WIN_RANKS && is_atomic(a) && !j->options.no_outcomes; i++)
        for (uint32_t k = 0; k < s->rank[i].naccesses; k++) {
            const struct access *o = &s->rank[i].access[k];
            if (o != a && o->effected && is_atomic(o) && same_cell(o, a) && ordered(o, a))
                a->earlier |= access_bit(i, k);
        }
}

/* ---- races ---- */

static void add_race(struct judge *j, uint16_t a, uint16_t b)
{
    struct win_race r = {a < b ? a : b, a < b ? b : a};
    size_t i = 0;
    while (i < j->out->races.len &&
           (j->out->races.at[i].a < r.a ||
            (j->out->races.at[i].a == r.a && j->out->races.at[i].b < r.b)))
        i++;
    if (i < j->out->races.len && j->out->races.at[i].a == r.a &&
        j->out->races.at[i].b == r.b)
        return;
    vec_push(&j->out->races, r);
    memmove(&j->out->races.at[i + 1], &j->out->races.at[i],
            (j->out->races.len - 1 - i) * sizeof r);
    j->out->races.at[i] = r;
}

static void note_races(struct judge *j, const struct state *s)
{
    const struct access *active[WIN_RANKS * ACCESSES];
    uint32_t n = 0;
    for (uint32_t i = 0; i < j->text->nranks; i++)
        for (uint32_t k = 0; k < s->rank[i].naccesses; k++) {
            const struct access *a = &s->rank[i].access[k];
            if (!is_active(s, i, a))
                continue;
            for (uint32_t m = 0; m < n; m++)
                if (same_cell(a, active[m]) && conflict(a, active[m]))
                    add_race(j, a->line, active[m]->line);
            active[n++] = a;
        }
}

/* The owner looks at its cell, or writes it. */
static void note_local(struct judge *j, const struct state *s,
                       const struct access *instant)
{
    for (uint32_t i = 0; i < j->text->nranks; i++)
        for (uint32_t k = 0; k < s->rank[i].naccesses; k++) {
            const struct access *a = &s->rank[i].access[k];
            if (is_active(s, i, a) && same_cell(a, instant) && conflict(a, instant))
                add_race(j, a->line, instant->line);
        }
}

/* ---- completion ---- */

static void set_name(struct state *s, uint32_t rank, uint8_t name, int64_t value)
{
    if (name != WIN_NOBODY)
        s->rank[rank].value[name] = (int32_t)value;
}

/* What an origin's call completes. `local`: at the origin only. */
struct completes {
    uint8_t window, target; /* WIN_NOBODY: all targets */
    uint8_t lock;           /* only what is under this one */
    bool local, started, fenced;
};

static bool concerns(const struct completes *c, const struct access *a)
{
    bool epoch = c->started  ? a->post && !a->known
                 : c->fenced ? !a->post && a->lock == NO_LOCK
                             : a->lock != NO_LOCK;
    return a->called && epoch && a->window == c->window &&
           (c->target == WIN_NOBODY || a->target == c->target) &&
           (c->lock == NO_LOCK || a->lock == c->lock);
}

/* Must it have taken effect before such a call returns? What returns nothing need not, if
 * it is completed at the origin only (12.5.2, 12.5.4). */
static bool is_needed(const struct completes *c, const struct access *a)
{
    return concerns(c, a) && !a->done && (returns(a) || !(c->local || c->started));
}

enum readiness { NOT_READY, READY, EFFECTED_ONE };

/* Is everything that the call needs there? With the shortcut, the call itself lets its
 * puts and gets take effect, one in each step. */
static enum readiness make_ready(struct judge *j, struct state *s, uint32_t rank,
                                 const struct completes *c)
{
    struct rank_state *r = &s->rank[rank];
    bool ready = true;
    for (uint32_t k = 0; k < r->naccesses; k++) {
        struct access *a = &r->access[k];
        if (!is_needed(c, a) || a->effected)
            continue;
        if (j->options.when == WIN_WHEN_COMPLETED && !is_atomic(a)) {
            if (!is_let_in(s, rank, a))
                return NOT_READY;
            take_effect(j, s, rank, k);
            a->done = true;
            return EFFECTED_ONE;
        }
        ready = false;
    }
    return ready ? READY : NOT_READY;
}

static void complete_them(struct state *s, uint32_t rank, const struct completes *c)
{
    struct rank_state *r = &s->rank[rank];
    for (uint32_t k = 0; k < r->naccesses; k++) {
        struct access *a = &r->access[k];
        if (!concerns(c, a) || a->known)
            continue;
        if (c->local && !returns(a))
            continue;
        a->known = true;
        if (returns(a))
            set_name(s, rank, a->name, a->result);
    }
    /* At the target, too: not what writes, if the call speaks of the origin only. */
    for (uint32_t k = 0; k < r->naccesses; k++)
        if (concerns(c, &r->access[k]) || (c->started && r->access[k].known))
            r->access[k].done |= c->started || c->local
                                     ? only_reads(&r->access[k]) && r->access[k].known
                                     : true;
}

/* ---- post, start, complete, wait (12.5.2) ---- */

static bool can_wait(const struct state *s, uint32_t w, uint32_t target)
{
    const struct window_state *v = &s->window[w];
    for (uint32_t o = 0; o < WIN_RANKS; o++) {
        if (!(v->exposed[target] >> o & 1))
            continue;
        if (v->completed[o][target] < v->posted[target][o])
            return false;
        for (uint32_t k = 0; k < s->rank[o].naccesses; k++) {
            const struct access *a = &s->rank[o].access[k];
            if (a->called && a->post && !a->effected && a->window == w &&
                a->target == target && a->post <= v->posted[target][o])
                return false;
        }
    }
    return true;
}

static void end_exposure(struct state *s, uint32_t w, uint32_t target)
{
    struct window_state *v = &s->window[w];
    for (uint32_t o = 0; o < WIN_RANKS; o++)
        for (uint32_t k = 0; k < s->rank[o].naccesses && v->exposed[target] >> o & 1;
             k++) {
            struct access *a = &s->rank[o].access[k];
            if (a->called && a->post && a->window == w && a->target == target &&
                a->post <= v->posted[target][o])
                a->done = true;
        }
    v->exposed[target] = 0;
}

static bool have_posted(const struct state *s, uint32_t w, uint32_t origin)
{
    const struct window_state *v = &s->window[w];
    for (uint32_t t = 0; t < WIN_RANKS; t++)
        if (v->accesses[origin] >> t & 1 && v->posted[t][origin] < v->started[origin][t])
            return false;
    return true;
}

/* ---- messages (3.5) ---- */

static bool fits(const struct request *receive, uint32_t to, const struct request *send,
                 uint32_t from)
{
    return send->peer == to && (receive->peer == WIN_NOBODY || receive->peer == from) &&
           (receive->tag < 0 || receive->tag == send->tag);
}

/* May the receive get the oldest message of that sender that fits? Gives its number, or
 * REQUESTS. */
static uint32_t message_for(const struct state *s, uint32_t to, uint32_t receive,
                            uint32_t from)
{
    const struct rank_state *r = &s->rank[to], *q = &s->rank[from];
    uint32_t m = 0;
    while (m < q->nrequests && !(q->request[m].is_send && !q->request[m].match &&
                                 fits(&r->request[receive], to, &q->request[m], from)))
        m++;
    if (m == q->nrequests)
        return REQUESTS;
    for (uint32_t k = 0; k < receive; k++)
        if (!r->request[k].is_send && !r->request[k].match &&
            fits(&r->request[k], to, &q->request[m], from))
            return REQUESTS;
    return m;
}

static bool is_complete(const struct judge *j, const struct request *q)
{
    if (q->match)
        return true;
    return q->is_send &&
           (q->mode == WIN_BUFFERED || (q->mode == WIN_STANDARD && !j->options.zero));
}

static void finish(struct state *s, uint32_t rank, uint32_t request, uint8_t source)
{
    const struct request *q = &s->rank[rank].request[request];
    if (q->is_send)
        return;
    uint32_t from = (uint32_t)(q->match - 1) / REQUESTS;
    set_name(s, rank, q->name, s->rank[from].request[(q->match - 1) % REQUESTS].value);
    set_name(s, rank, source, from);
}

/* ---- steps of ranks ---- */

/* The result of trying a statement: it cannot happen now, or has, and the rank goes on;
 * or it stays at the statement, which is not over. */
enum progress { WAITS, GOES_ON, STAYS, BREAKS };

static enum progress post_message(const struct judge *j, struct state *s, uint32_t rank,
                                  const struct win_statement *in)
{
    struct rank_state *r = &s->rank[rank];
    if (r->nrequests == REQUESTS)
        return BREAKS;
    int64_t peer = in->peer ? value_of(j, s, rank, in->peer) : WIN_NOBODY;
    if (peer < 0 || (peer >= j->text->nranks && in->peer)) {
        r->failed = true;
        return STAYS;
    }
    r->request[r->nrequests++] =
        (struct request){.is_send = in->kind == DO_SEND,
                         .mode = (uint8_t)in->mode,
                         .peer = (uint8_t)peer,
                         .name = in->name,
                         .tag = in->tag ? (int32_t)value_of(j, s, rank, in->tag) : -1,
                         .value = (int32_t)value_of(j, s, rank, in->value)};
    if (in->posts && in->name != WIN_NOBODY)
        r->request_of[in->name] = r->nrequests;
    r->phase = 1;
    return in->posts ? GOES_ON : STAYS;
}

static enum progress do_message(const struct judge *j, struct state *s, uint32_t rank,
                                const struct win_statement *in)
{
    struct rank_state *r = &s->rank[rank];
    if (!r->phase)
        return post_message(j, s, rank, in);
    if (!is_complete(j, &r->request[r->nrequests - 1]))
        return WAITS;
    finish(s, rank, r->nrequests - 1u, in->source);
    return GOES_ON;
}

static enum progress do_wait(const struct judge *j, struct state *s, uint32_t rank,
                             const struct win_statement *in)
{
    struct rank_state *r = &s->rank[rank];
    uint32_t name = (uint32_t)__builtin_ctz(in->ranks), q = r->request_of[name];
    if (!q)
        return GOES_ON;
    if (!is_complete(j, &r->request[q - 1]))
        return WAITS;
    finish(s, rank, q - 1, WIN_NOBODY);
    r->request_of[name] = 0;
    return GOES_ON;
}

static enum progress do_barrier(const struct judge *j, struct state *s, uint32_t rank)
{
    struct rank_state *r = &s->rank[rank];
    if (!r->phase) {
        r->barriers++;
        r->phase = 1;
        return STAYS;
    }
    for (uint32_t i = 0; i < j->text->nranks; i++)
        if (s->rank[i].barriers < r->barriers)
            return WAITS;
    return GOES_ON;
}

static bool ask_for_lock(struct state *s, uint32_t rank, uint32_t window, uint32_t target,
                         bool exclusive)
{
    struct rank_state *r = &s->rank[rank];
    uint32_t k = 0;
    while (k < LOCKS && r->lock[k].asked)
        k++;
    if (k == LOCKS)
        return false;
    r->lock[k] = (struct lock){.window = (uint8_t)window,
                               .target = (uint8_t)target,
                               .exclusive = exclusive,
                               .asked = true};
    return true;
}

/* The lock of the own part is waited for in any case, as it may protect loads and stores
 * (12.5.3); others only if locks wait. */
static enum progress do_lock(const struct judge *j, struct state *s, uint32_t rank,
                             const struct win_statement *in)
{
    struct rank_state *r = &s->rank[rank];
    int64_t target = in->peer ? value_of(j, s, rank, in->peer) : -1;
    for (uint32_t t = 0; t < j->text->nranks; t++) {
        if (target >= 0 && t != target)
            continue;
        uint8_t k = lock_on(s, rank, in->window, t);
        if (!r->phase &&
            (k != NO_LOCK || !ask_for_lock(s, rank, in->window, t, in->exclusive)))
            return BREAKS;
        if (r->phase && (j->options.zero || t == rank) && !is_held(s, &r->lock[k]))
            return WAITS;
    }
    if (r->phase)
        return GOES_ON;
    r->phase = 1;
    return j->options.zero || target < 0 || target == rank ? STAYS : GOES_ON;
}

static void release(const struct judge *j, struct state *s, uint32_t rank, uint32_t k)
{
    struct lock *l = &s->rank[rank].lock[k];
    l->released = true;
    if (!j->options.no_outcomes)
        return;
    for (uint32_t i = 0; i < WIN_RANKS; i++)
        for (uint32_t m = 0; m < LOCKS; m++)
            s->rank[i].lock[m].earlier &= ~lock_bit(rank, k);
    *l = (struct lock){.asked = false};
}

/* What `unlockall` gives back, it gives back part by part, each as soon as it can. */
static enum progress do_unlock(struct judge *j, struct state *s, uint32_t rank,
                               const struct win_statement *in, uint32_t choice)
{
    int64_t target = in->peer ? value_of(j, s, rank, in->peer) : (int64_t)choice;
    uint8_t k = target >= 0 && target < WIN_RANKS
                    ? lock_on(s, rank, in->window, (uint32_t)target)
                    : NO_LOCK;
    if (k == NO_LOCK)
        return in->peer ? BREAKS : WAITS;
    struct completes c = {in->window, (uint8_t)target, k, false, false, false};
    if (!is_held(s, &s->rank[rank].lock[k]))
        return WAITS;
    switch (make_ready(j, s, rank, &c)) {
    case NOT_READY:
        return WAITS;
    case EFFECTED_ONE:
        return STAYS;
    case READY:
        break;
    }
    complete_them(s, rank, &c);
    release(j, s, rank, k);
    for (uint32_t t = 0; !in->peer && t < j->text->nranks; t++)
        if (lock_on(s, rank, in->window, t) != NO_LOCK)
            return STAYS;
    return GOES_ON;
}

static enum progress do_flush(struct judge *j, struct state *s, uint32_t rank,
                              const struct win_statement *in)
{
    struct completes c = {.window = in->window,
                          .target = in->peer ? (uint8_t)value_of(j, s, rank, in->peer)
                                             : WIN_NOBODY,
                          .lock = NO_LOCK,
                          .local = in->local};
    switch (make_ready(j, s, rank, &c)) {
    case NOT_READY:
        return WAITS;
    case EFFECTED_ONE:
        return STAYS;
    case READY:
        break;
    }
    complete_them(s, rank, &c);
    return GOES_ON;
}

/* Have all accesses between the fence before this one and this one taken effect? */
static bool fence_is_over(const struct judge *j, const struct state *s, uint32_t w,
                          uint8_t fence)
{
    for (uint32_t i = 0; i < j->text->nranks; i++) {
        if (s->window[w].fences[i] < fence)
            return false;
        for (uint32_t k = 0; k < s->rank[i].naccesses; k++) {
            const struct access *a = &s->rank[i].access[k];
            if (a->called && a->fence && a->fence < fence && a->window == w &&
                !a->effected)
                return false;
        }
    }
    return true;
}

/* A barrier, and all that was called before it is complete (12.5.1). */
static enum progress do_fence(struct judge *j, struct state *s, uint32_t rank,
                              const struct win_statement *in)
{
    struct rank_state *r = &s->rank[rank];
    struct completes mine = {
        .window = in->window, .target = WIN_NOBODY, .lock = NO_LOCK, .fenced = true};
    if (!r->phase) {
        enum readiness ready = make_ready(j, s, rank, &mine);
        if (j->options.when == WIN_WHEN_COMPLETED && ready != READY)
            return ready == NOT_READY ? WAITS : STAYS;
        s->window[in->window].fences[rank]++;
        r->phase = 1;
        return STAYS;
    }
    uint8_t fence = s->window[in->window].fences[rank];
    if (!fence_is_over(j, s, in->window, fence))
        return WAITS;
    for (uint32_t i = 0; i < j->text->nranks; i++)
        for (uint32_t k = 0; k < s->rank[i].naccesses; k++) {
            struct access *a = &s->rank[i].access[k];
            a->done |=
                a->called && a->fence && a->fence < fence && a->window == in->window;
        }
    complete_them(s, rank, &mine);
    return GOES_ON;
}

static enum progress do_post(const struct judge *j, struct state *s, uint32_t rank,
                             const struct win_statement *in)
{
    struct window_state *v = &s->window[in->window];
    (void)j;
    if (v->exposed[rank])
        return BREAKS;
    for (uint32_t o = 0; o < WIN_RANKS; o++)
        v->posted[rank][o] = (uint8_t)(v->posted[rank][o] + (in->ranks >> o & 1));
    v->exposed[rank] = (uint8_t)in->ranks;
    return GOES_ON;
}

static enum progress do_start(const struct judge *j, struct state *s, uint32_t rank,
                              const struct win_statement *in)
{
    struct rank_state *r = &s->rank[rank];
    struct window_state *v = &s->window[in->window];
    if (r->phase)
        return have_posted(s, in->window, rank) ? GOES_ON : WAITS;
    if (v->accesses[rank])
        return BREAKS;
    for (uint32_t t = 0; t < WIN_RANKS; t++)
        v->started[rank][t] = (uint8_t)(v->started[rank][t] + (in->ranks >> t & 1));
    v->accesses[rank] = (uint8_t)in->ranks;
    r->phase = 1;
    return j->options.zero ? STAYS : GOES_ON;
}

static enum progress do_complete(struct judge *j, struct state *s, uint32_t rank,
                                 const struct win_statement *in)
{
    struct window_state *v = &s->window[in->window];
    struct completes c = {
        .window = in->window, .target = WIN_NOBODY, .lock = NO_LOCK, .started = true};
    switch (make_ready(j, s, rank, &c)) {
    case NOT_READY:
        return WAITS;
    case EFFECTED_ONE:
        return STAYS;
    case READY:
        break;
    }
    complete_them(s, rank, &c);
    for (uint32_t t = 0; t < WIN_RANKS; t++)
        v->completed[rank][t] =
            (uint8_t)(v->completed[rank][t] + (v->accesses[rank] >> t & 1));
    v->accesses[rank] = 0;
    return GOES_ON;
}

static enum progress do_waitwin(struct state *s, uint32_t rank,
                                const struct win_statement *in, uint32_t choice)
{
    bool test = in->kind == DO_TESTWIN;
    if (!s->window[in->window].exposed[rank])
        return BREAKS;
    if (choice == 1 && test) {
        set_name(s, rank, in->name, 0);
        return GOES_ON;
    }
    if (!can_wait(s, in->window, rank))
        return WAITS;
    end_exposure(s, in->window, rank);
    set_name(s, rank, in->name, 1);
    return GOES_ON;
}

/* In which epoch is it? False: in none. */
static bool find_epoch(const struct state *s, uint32_t rank, struct access *a)
{
    const struct window_state *v = &s->window[a->window];
    a->lock = lock_on(s, rank, a->window, a->target);
    if (a->lock != NO_LOCK)
        return true;
    if (v->accesses[rank] >> a->target & 1)
        a->post = v->started[rank][a->target];
    else
        a->fence = v->fences[rank];
    return a->post || a->fence;
}

static enum progress do_access(const struct judge *j, struct state *s, uint32_t rank,
                               const struct win_statement *in)
{
    struct rank_state *r = &s->rank[rank];
    int64_t target = value_of(j, s, rank, in->peer),
            cell = value_of(j, s, rank, in->cell);
    if (r->naccesses == ACCESSES || target < 0 || target >= j->text->nranks || cell < 0 ||
        cell >= j->text->cells[in->window])
        return BREAKS;
    struct access a = {.kind = (uint8_t)in->access,
                       .op = (uint8_t)in->op,
                       .window = in->window,
                       .target = (uint8_t)target,
                       .cell = (uint8_t)cell,
                       .name = in->name,
                       .called = true,
                       .line = in->line,
                       .value = (int32_t)value_of(j, s, rank, in->value),
                       .compare = (int32_t)value_of(j, s, rank, in->compare)};
    if (!find_epoch(s, rank, &a))
        return BREAKS;
    r->access[r->naccesses++] = a;
    return GOES_ON;
}

static enum progress do_local(struct judge *j, struct state *s, uint32_t rank,
                              const struct win_statement *in)
{
    int64_t cell = value_of(j, s, rank, in->cell);
    if (cell < 0 || cell >= j->text->cells[in->window])
        return BREAKS;
    int32_t *at = &s->window[in->window].cell[rank][cell];
    struct access instant = {.kind = in->kind == DO_STORE ? ACCESS_PUT : ACCESS_GET,
                             .window = in->window,
                             .target = (uint8_t)rank,
                             .cell = (uint8_t)cell,
                             .line = in->line};
    note_local(j, s, &instant);
    if (in->kind == DO_STORE)
        *at = (int32_t)value_of(j, s, rank, in->value);
    else
        set_name(s, rank, in->name, *at);
    return GOES_ON;
}

static enum progress perform(struct judge *j, struct state *s, uint32_t rank,
                             const struct win_statement *in, uint32_t choice)
{
    switch (in->kind) {
    case DO_SEND:
    case DO_RECV:
        return do_message(j, s, rank, in);
    case DO_WAIT:
        return do_wait(j, s, rank, in);
    case DO_BARRIER:
        return do_barrier(j, s, rank);
    case DO_LOCK:
        return do_lock(j, s, rank, in);
    case DO_UNLOCK:
        return do_unlock(j, s, rank, in, choice);
    case DO_FLUSH:
        return do_flush(j, s, rank, in);
    case DO_FENCE:
        return do_fence(j, s, rank, in);
    case DO_POST:
        return do_post(j, s, rank, in);
    case DO_START:
        return do_start(j, s, rank, in);
    case DO_COMPLETE:
        return do_complete(j, s, rank, in);
    case DO_WAITWIN:
    case DO_TESTWIN:
        return do_waitwin(s, rank, in, choice);
    case DO_ACCESS:
        return do_access(j, s, rank, in);
    case DO_LOAD:
    case DO_STORE:
        return do_local(j, s, rank, in);
    default:
        return BREAKS;
    }
}

/* How many ways a statement has to happen. */
static uint32_t choices(const struct win_statement *in)
{
    return in->kind == DO_TESTWIN               ? 2
           : in->kind == DO_UNLOCK && !in->peer ? WIN_RANKS
                                                : 1;
}

/* The rank stands at a statement that others can notice, or has ended. */
static void run_to_statement(const struct judge *j, struct state *s, uint32_t rank)
{
    struct rank_state *r = &s->rank[rank];
    const struct win_rank *code = &j->text->rank[rank];
    for (int steps = 0; r->pc < code->at.len && !r->failed && steps < 10000; steps++) {
        const struct win_statement *in = &code->at.at[r->pc];
        int64_t value = value_of(j, s, rank, in->value);
        if (in->kind == DO_SET)
            set_name(s, rank, in->name, value);
        else if (in->kind == DO_ASSERT)
            r->failed = !value;
        else if (in->kind != DO_JUMP && in->kind != DO_UNLESS)
            return;
        bool jumps = in->kind == DO_JUMP || (in->kind == DO_UNLESS && !value);
        r->pc = jumps ? (uint16_t)in->to : (uint16_t)(r->pc + 1);
    }
}

/* What is over is forgotten, if outcomes do not matter. */
static void forget(const struct judge *j, struct state *s)
{
    for (uint32_t i = 0; i < WIN_RANKS && j->options.no_outcomes; i++) {
        struct rank_state *r = &s->rank[i];
        uint8_t n = 0;
        for (uint32_t k = 0; k < r->naccesses; k++)
            if (!r->access[k].done || !r->access[k].known)
                r->access[n++] = r->access[k];
        memset(&r->access[n], 0, (size_t)(r->naccesses - n) * sizeof *r->access);
        r->naccesses = n;
    }
}

/* ---- everything ---- */

struct digest win_known(const struct win_knowledge *k)
{
    XXH128_hash_t h = XXH3_128bits(k, sizeof *k);
    return (struct digest){h.low64, h.high64};
}

static void know(const struct judge *j, const struct state *s, struct win_knowledge *k)
{
    memset(k, 0, sizeof *k);
    for (uint32_t i = 0; i < j->text->nranks; i++) {
        const struct win_rank *code = &j->text->rank[i];
        const struct rank_state *r = &s->rank[i];
        k->rank[i].fate = r->failed              ? FATE_FAILED
                          : r->pc < code->at.len ? FATE_WAITS
                                                 : FATE_ENDED;
        for (uint32_t n = 0; n < code->nnames; n++)
            if (win_counts(code, n, k->rank[i].fate == FATE_WAITS))
                k->rank[i].value[n] = r->value[n];
    }
}

static struct digest outcome_of(const struct state *s, const struct win_knowledge *known)
{
    struct {
        uint16_t pc[WIN_RANKS];
        uint8_t match[WIN_RANKS][REQUESTS];
        uint32_t locks[WIN_RANKS][LOCKS];
        uint64_t accesses[WIN_RANKS][ACCESSES];
        struct win_knowledge known;
    } o;
    memset(&o, 0, sizeof o);
    o.known = *known;
    for (uint32_t i = 0; i < WIN_RANKS; i++) {
        o.pc[i] = s->rank[i].pc;
        for (uint32_t k = 0; k < REQUESTS; k++)
            o.match[i][k] = s->rank[i].request[k].match;
        for (uint32_t k = 0; k < LOCKS; k++)
            o.locks[i][k] = s->rank[i].lock[k].earlier;
        for (uint32_t k = 0; k < ACCESSES; k++)
            o.accesses[i][k] = s->rank[i].access[k].earlier;
    }
    XXH128_hash_t h = XXH3_128bits(&o, sizeof o);
    return (struct digest){h.low64, h.high64};
}

static void note_end(struct judge *j, const struct state *s)
{
    struct win_knowledge k;
    know(j, s, &k);
    struct win_end e = {.known = win_known(&k)};
    e.outcome = j->options.no_outcomes ? e.known : outcome_of(s, &k);
    for (uint32_t i = 0; i < j->text->nranks; i++) {
        e.deadlock |= k.rank[i].fate == FATE_WAITS;
        e.failed |= k.rank[i].fate == FATE_FAILED;
    }
    if (!set128_add(&j->outcomes, e.outcome))
        return;
    vec_push(&j->out->ends, e);
    j->out->deadlocks += e.deadlock;
    j->out->failures += e.failed;
}

static void explore(struct judge *j, struct state *s);

/* A copy of the state in which something is about to happen. */
static struct state *copy_of(const struct state *s)
{
    struct state *c = mem_resize(NULL, sizeof *c);
    memcpy(c, s, sizeof *c);
    return c;
}

static void go_on(struct judge *j, struct state *s)
{
    forget(j, s);
    explore(j, s);
    free(s);
}

static bool step(struct judge *j, const struct state *s, uint32_t rank)
{
    const struct win_rank *code = &j->text->rank[rank];
    bool moved = false;
    if (s->rank[rank].failed || s->rank[rank].pc >= code->at.len)
        return false;
    const struct win_statement *in = &code->at.at[s->rank[rank].pc];
    for (uint32_t c = 0; c < choices(in); c++) {
        struct state *next = copy_of(s);
        enum progress p = perform(j, next, rank, in, c);
        j->out->invalid |= p == BREAKS;
        if (p == WAITS || p == BREAKS) {
            free(next);
            continue;
        }
        if (p == GOES_ON) {
            next->rank[rank].pc++;
            next->rank[rank].phase = 0;
            run_to_statement(j, next, rank);
        }
        moved = true;
        go_on(j, next);
    }
    return moved;
}

static bool match_all(struct judge *j, const struct state *s, uint32_t rank)
{
    bool moved = false;
    for (uint32_t k = 0; k < s->rank[rank].nrequests; k++) {
        const struct request *q = &s->rank[rank].request[k];
        for (uint32_t from = 0; from < j->text->nranks && !q->is_send && !q->match;
             from++) {
            uint32_t m = message_for(s, rank, k, from);
            if (m == REQUESTS)
                continue;
            struct state *next = copy_of(s);
            next->rank[rank].request[k].match = (uint8_t)(1 + from * REQUESTS + m);
            next->rank[from].request[m].match = (uint8_t)(1 + rank * REQUESTS + k);
            moved = true;
            go_on(j, next);
        }
    }
    return moved;
}

/* May it take effect by itself now? With the shortcut only atomic accesses may, and what
 * `complete` has left behind. */
static bool may_take_effect(const struct judge *j, const struct state *s, uint32_t rank,
                            uint32_t k)
{
    const struct access *a = &s->rank[rank].access[k];
    return a->called && !a->effected && is_let_in(s, rank, a) &&
           is_its_turn(s, rank, k) &&
           (j->options.when == WIN_ANY_TIME || is_atomic(a) || (a->post && a->known));
}

static bool network(struct judge *j, const struct state *s, uint32_t rank)
{
    bool moved = match_all(j, s, rank);
    for (uint32_t k = 0; k < LOCKS; k++)
        if (s->rank[rank].lock[k].asked && !s->rank[rank].lock[k].joined) {
            struct state *next = copy_of(s);
            join(next, rank, k);
            moved = true;
            go_on(j, next);
        }
    for (uint32_t k = 0; k < s->rank[rank].naccesses; k++)
        if (may_take_effect(j, s, rank, k)) {
            struct state *next = copy_of(s);
            take_effect(j, next, rank, k);
            moved = true;
            go_on(j, next);
        }
    return moved;
}

static void explore(struct judge *j, struct state *s)
{
    XXH128_hash_t h = XXH3_128bits(s, sizeof *s);
    if (!j->out->complete || j->out->invalid ||
        !set128_add(&j->visited, (struct digest){h.low64, h.high64}))
        return;
    j->out->complete = ++j->out->states <= j->options.max_states;
    note_races(j, s);
    bool moved = false;
    for (uint32_t i = 0; i < j->text->nranks; i++) {
        moved |= step(j, s, i);
        moved |= network(j, s, i);
    }
    if (!moved)
        note_end(j, s);
}

static int by_known(const void *a, const void *b)
{
    const struct win_end *x = a, *y = b;
    uint64_t p[] = {x->known.hi, x->known.lo, x->outcome.hi, x->outcome.lo};
    uint64_t q[] = {y->known.hi, y->known.lo, y->outcome.hi, y->outcome.lo};
    for (int i = 0; i < 4; i++)
        if (p[i] != q[i])
            return p[i] < q[i] ? -1 : 1;
    return 0;
}

void oracle_window(const struct win_text *text, const struct win_options *options,
                   struct win_verdict *out)
{
    struct judge j = {.text = text, .options = *options, .out = out};
    struct state *s = mem_alloc(sizeof *s);
    *out = (struct win_verdict){.complete = true};
    for (uint32_t i = 0; i < text->nranks; i++)
        run_to_statement(&j, s, i);
    explore(&j, s);
    if (out->ends.len)
        qsort(out->ends.at, out->ends.len, sizeof *out->ends.at, by_known);
    free(s);
    set128_free(&j.visited);
    set128_free(&j.outcomes);
}

void win_verdict_free(struct win_verdict *v)
{
    vec_free(&v->ends);
    vec_free(&v->races);
}

bool win_same_ends(const struct win_verdict *a, const struct win_verdict *b)
{
    if (a->ends.len != b->ends.len)
        return false;
    for (size_t i = 0; i < a->ends.len; i++)
        if (by_known(&a->ends.at[i], &b->ends.at[i]))
            return false;
    return true;
}

bool win_same_races(const struct win_verdict *a, const struct win_verdict *b)
{
    return a->races.len == b->races.len &&
           (!a->races.len ||
            !memcmp(a->races.at, b->races.at, a->races.len * sizeof *a->races.at));
}
