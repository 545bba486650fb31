/* SPDX-License-Identifier: Apache-2.0
 *
 * oracle_window_memory.c - locks, accesses, races, and what completes what: see
 * oracle_window_state.h. */
#include "oracle_window_state.h"

#include <string.h>

/* ---- locks (12.5.3) ---- */

/* A request that has come to the target has the lock when those that exclude it and came
 * before are released. */
bool is_held(const struct state *s, const struct lock *l)
{
    if (!l->joined || l->released)
        return false;
    for (uint32_t i = 0; i < WIN_RANKS; i++)
        for (uint32_t k = 0; k < LOCKS; k++)
            if (l->earlier & lock_bit(i, k) && !s->rank[i].lock[k].released)
                return false;
    return true;
}

void join(struct state *s, uint32_t rank, uint32_t lock)
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
uint8_t lock_on(const struct state *s, uint32_t rank, uint32_t window, uint32_t target)
{
    for (uint32_t k = 0; k < LOCKS; k++) {
        const struct lock *l = &s->rank[rank].lock[k];
        if (l->asked && !l->released && l->window == window && l->target == target)
            return (uint8_t)k;
    }
    return NO_LOCK;
}

/* ---- accesses ---- */

bool is_atomic(const struct access *a)
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
bool is_let_in(const struct state *s, uint32_t rank, const struct access *a)
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
bool is_its_turn(const struct state *s, uint32_t rank, uint32_t access)
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

void take_effect(const struct judge *j, struct state *s, uint32_t rank, uint32_t access)
{
    struct access *a = &s->rank[rank].access[access];
    compute(a, &s->window[a->window].cell[a->target][a->cell]);
    a->effected = true;
    a->done |= j->options.at_effect && is_atomic(a);
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

/* Atomic accesses of one origin to one cell are ordered (12.7.2), whatever they do. */
void note_races(struct judge *j, const struct state *s)
{
    const struct access *active[WIN_RANKS * ACCESSES];
    uint32_t origin[WIN_RANKS * ACCESSES], n = 0;
    for (uint32_t i = 0; i < j->text->nranks; i++)
        for (uint32_t k = 0; k < s->rank[i].naccesses; k++) {
            const struct access *a = &s->rank[i].access[k];
            if (!is_active(s, i, a))
                continue;
            for (uint32_t m = 0; m < n; m++)
                if (same_cell(a, active[m]) && conflict(a, active[m]) &&
                    !(origin[m] == i && is_atomic(a) && is_atomic(active[m])))
                    add_race(j, a->line, active[m]->line);
            origin[n] = i;
            active[n++] = a;
        }
}

/* The owner looks at its cell, or writes it. */
void note_local(struct judge *j, const struct state *s, const struct access *instant)
{
    for (uint32_t i = 0; i < j->text->nranks; i++)
        for (uint32_t k = 0; k < s->rank[i].naccesses; k++) {
            const struct access *a = &s->rank[i].access[k];
            if (is_active(s, i, a) && same_cell(a, instant) && conflict(a, instant))
                add_race(j, a->line, instant->line);
        }
}

/* ---- completion ---- */

void set_name(struct state *s, uint32_t rank, uint8_t name, int64_t value)
{
    if (name != WIN_NOBODY)
        s->rank[rank].value[name] = (int32_t)value;
}

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

/* Is everything that the call needs there? With the shortcut, the call itself lets its
 * puts and gets take effect, one in each step. */
enum readiness make_ready(struct judge *j, struct state *s, uint32_t rank,
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

void complete_them(struct state *s, uint32_t rank, const struct completes *c)
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

bool can_wait(const struct state *s, uint32_t w, uint32_t target)
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

void end_exposure(struct state *s, uint32_t w, uint32_t target)
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

bool have_posted(const struct state *s, uint32_t w, uint32_t origin)
{
    const struct window_state *v = &s->window[w];
    for (uint32_t t = 0; t < WIN_RANKS; t++)
        if (v->accesses[origin] >> t & 1 && v->posted[t][origin] < v->started[origin][t])
            return false;
    return true;
}
