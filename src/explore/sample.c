/* SPDX-License-Identifier: Apache-2.0
 *
 * sample.c - some executions by chance, of programs that are too large for all of them.
 *
 * random: goes down the tree of the match explorer, at every choice with equal chances
 * for all ways. Since each outcome is in that tree once, one over the probability of the
 * path to it is an unbiased estimate of how many there are (Knuth 1975).
 *
 * pct (Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010): every actor gets a
 * random priority, the one with the highest runs, and at d - 1 random steps the one that
 * runs gets a lower one than all. A bug that shows whenever d certain steps come in a
 * certain order is found with probability at least 1 / (n k^(d-1)), for n actors and k
 * steps. In matching semantics the matches of a posted receive count as an actor. */
#include "explore/chance.h"
#include "explore/explorer.h"
#include "explore/match/work.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define SAMPLES 1000 /* unless a bound says otherwise */

/* Shall one more sample be taken? */
static bool more(struct search *s, uint64_t done)
{
    bool bounded = s->options.bounds.executions || s->options.bounds.seconds > 0;
    s->next_tick = 0;
    if (!search_go_on(s))
        return false;
    if (!bounded && done >= SAMPLES)
        s->counts.stopped = STOP_SAMPLES;
    return !s->counts.stopped;
}

/* ---- random ---- */

/* Names the outcome by its path: each outcome is in the tree once. */
static struct digest path_name(const struct visit *v)
{
    VEC(uint32_t) ways = {0};
    for (size_t i = 0; i < v->frames.len; i++)
        if (v->frames.at[i].n > 1)
            vec_push(&ways, v->frames.at[i].current);
    XXH128_hash_t h = XXH3_128bits(ways.at, ways.len * sizeof *ways.at);
    vec_free(&ways);
    return (struct digest){.lo = h.low64, .hi = h.high64};
}

/* Multiplies without libm, which belongs to the program that is checked. */
static void multiply(struct estimate *x, double by)
{
    x->n *= by;
    if (x->n >= 0x1p512) {
        x->n *= 0x1p-512;
        x->scale++;
    }
}

/* Adds; a number with a smaller scale is negligible. */
static void add(struct estimate *x, struct estimate y)
{
    if (y.scale > x->scale)
        *x = y;
    else if (y.scale == x->scale)
        x->n += y.n;
}

static void one_descent(struct work *w, uint64_t *state, struct estimate *total)
{
    struct search *s = w->s;
    struct estimate weight = {1, 0};
    while ((!s->options.bounds.depth || w->v.g.order.len < s->options.bounds.depth) &&
           visit_grow(&w->v)) {
        uint32_t n = vec_last(&w->v.frames).n;
        visit_make(&w->v, chance_below(state, n));
        multiply(&weight, n);
        s->st->pushes++;
    }
    bool stands = visit_stands(&w->v);
    if (stands)
        add(total, weight);
    if (stands && set128_add(&s->traces, path_name(&w->v))) {
        work_complete(w);
    } else {
        s->counts.redundant++;
        s->counts.executions += stands;
    }
    while (w->v.frames.len) {
        visit_unmake(&w->v);
        visit_drop(&w->v);
    }
}

void random_run(struct search *s)
{
    struct work w;
    uint64_t state = s->options.seed, done = 0;
    struct estimate total = {0};
    work_init(&w, s);
    work_try(&w);
    while (more(s, done)) {
        one_descent(&w, &state, &total);
        s->counts.estimate = (struct estimate){total.n / (double)++done, total.scale};
    }
    work_free(&w);
    s->count_traces = true; /* the set search.traces keeps the names */
}

/* ---- pct ---- */

struct pct {
    struct search *s;
    uint64_t state;
    VEC(uint64_t) priority; /* priority of each actor */
    /* numbers of the steps after which an actor's priority is lowered */
    VEC(uint64_t) changes;
    uint64_t longest; /* number of steps of the longest execution so far */
};

static bool is_change(const struct pct *p, uint64_t step)
{
    for (size_t i = 0; i < p->changes.len; i++)
        if (p->changes.at[i] == step)
            return true;
    return false;
}

/* The actor's priority. Actors can be added while the search runs, since slots are
 * actors. */
static uint64_t priority(struct pct *p, uint32_t actor)
{
    while (p->priority.len <= actor)
        vec_push(&p->priority, chance_next(&p->state) | (uint64_t)1 << 63);
    return p->priority.at[actor];
}

/* Chooses a step of the actor with the highest priority; false if no actor can move. */
static bool choose_step(struct pct *p, struct step *out)
{
    struct search *s = p->s;
    uint64_t best = 0;
    for (uint32_t a = 0; a < s->st->nactors; a++) {
        s->outcomes.len = 0;
        state_outcomes(s->st, a, &s->outcomes);
        if (!s->outcomes.len || priority(p, a) <= best)
            continue;
        best = priority(p, a);
        *out = (struct step){
            a, s->outcomes.at[chance_below(&p->state, (uint32_t)s->outcomes.len)]};
    }
    return best > 0;
}

static void one_execution(struct pct *p)
{
    struct search *s = p->s;
    uint64_t step = 0, lower = p->s->options.pct_depth;
    struct step next;
    p->priority.len = p->changes.len = 0;
    for (uint32_t i = 1; i < s->options.pct_depth; i++)
        vec_push(&p->changes, 1 + chance_next(&p->state) % p->longest);
    while (choose_step(p, &next)) {
        if (is_change(p, ++step)) {
            p->priority.at[next.actor] = --lower; /* stays above 0, since there are only d
                                                     - 1 changes */
            continue;
        }
        if (!search_push(s, next))
            break;
    }
    if (s->st->events.len > p->longest)
        p->longest = s->st->events.len;
    bool fresh = !search_stopped(s) && set128_add(&s->traces, s->st->trace);
    if (fresh) {
        search_end_complete(s);
    } else if (!search_stopped(s)) {
        s->counts.executions++;
        s->counts.redundant++;
    }
    while (s->st->events.len)
        search_pop(s);
}

void pct_run(struct search *s)
{
    struct pct p = {.s = s, .state = s->options.seed, .longest = 1};
    uint64_t done = 0;
    s->st->hashing = true;
    s->count_traces = false; /* one_execution() recognises equivalent executions, also
                                after a restart */
    while (more(s, done)) {
        one_execution(&p);
        if (s->counts.stopped == STOP_ROOM)
            break;
        done++;
    }
    s->counts.estimate.n = 1.0 / (double)s->st->nactors;
    for (uint32_t i = 1; i < s->options.pct_depth; i++)
        s->counts.estimate.n /= (double)p.longest;
    s->count_traces = true; /* search.traces keeps the digests */
    vec_free(&p.priority);
    vec_free(&p.changes);
}
