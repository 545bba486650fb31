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

/* Which outcomes were seen more often than once. */
struct often {
    struct set128 twice, thrice;
};

/* Notes that a run had this outcome; true if it is new. */
static bool see(struct search *s, struct often *o, struct digest name)
{
    bool fresh = set128_add(&s->traces, name);
    if (!fresh && !set128_add(&o->twice, name))
        set128_add(&o->thrice, name);
    s->counts.sampled.once = s->traces.len - o->twice.len;
    s->counts.sampled.twice = o->twice.len - o->thrice.len;
    return fresh;
}

static void free_often(struct often *o)
{
    set128_free(&o->twice);
    set128_free(&o->thrice);
}

/* ---- random ---- */

struct descents {
    struct often often;
    struct set128 vain; /* paths that lead to no outcome */
    uint64_t state;     /* of the random numbers */
    uint64_t done;
    struct estimate sum, squares; /* of the weights */
    double logs, log_squares;
};

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

/* The natural logarithm of a number of ways, without libm. */
static double logarithm(uint32_t n)
{
    int bits = 31 - __builtin_clz(n);
    double m = (double)n / (double)((uint32_t)1 << bits), z = (m - 1) / (m + 1);
    double y = z * z, sum = 1 + y * (1 / 3.0 + y * (1 / 5.0 + y * (1 / 7.0 + y / 9)));
    return 0.69314718055994531 * bits + 2 * z * sum;
}

static void add_weight(struct descents *d, struct estimate weight, double log)
{
    struct estimate square = {weight.n, 2 * weight.scale};
    multiply(&square, weight.n);
    add(&d->sum, weight);
    add(&d->squares, square);
    d->logs += log;
    d->log_squares += log * log;
}

/* What the weights so far tell. */
static void judge_weights(const struct descents *d, struct search_counts *c)
{
    double n = (double)d->done, mean = d->logs / n;
    c->estimate = (struct estimate){d->sum.n / n, d->sum.scale};
    c->sampled.spread = d->sum.n > 0 ? n * (d->squares.n / d->sum.n) / d->sum.n - 1 : 0;
    for (uint32_t i = 2 * d->sum.scale; i < d->squares.scale; i++)
        c->sampled.spread *= 0x1p512;
    c->sampled.log_mean = mean;
    c->sampled.log_variance = d->log_squares / n - mean * mean;
}

static void one_descent(struct work *w, struct descents *d)
{
    struct search *s = w->s;
    struct estimate weight = {1, 0};
    double log = 0;
    while ((!s->options.bounds.depth || w->v.g.order.len < s->options.bounds.depth) &&
           visit_grow(&w->v)) {
        uint32_t n = vec_last(&w->v.frames).n;
        visit_make(&w->v, chance_below(&d->state, n));
        multiply(&weight, n);
        log += logarithm(n);
        s->st->pushes++;
    }
    bool stands = visit_stands(&w->v);
    struct digest name = path_name(&w->v);
    bool fresh = stands ? see(s, &d->often, name) : set128_add(&d->vain, name);
    if (fresh && !weight.scale)
        s->counts.sampled.covered += 1 / weight.n;
    if (stands)
        add_weight(d, weight, log);
    if (stands && fresh) {
        work_complete(w);
    } else {
        s->counts.redundant++;
        s->counts.executions += stands;
    }
    while (w->v.frames.len) {
        visit_unmake(&w->v);
        visit_drop(&w->v);
    }
    d->done++;
    judge_weights(d, &s->counts);
}

void random_run(struct search *s)
{
    struct work w;
    struct descents d = {.state = s->options.seed};
    work_init(&w, s);
    work_try(&w);
    while (more(s, d.done)) {
        one_descent(&w, &d);
        s->counts.sampled.runs = d.done;
    }
    work_free(&w);
    free_often(&d.often);
    set128_free(&d.vain);
    s->count_traces = true; /* the set search.traces keeps the names */
}

/* ---- pct ---- */

struct pct {
    struct search *s;
    struct often often;
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
    bool fresh = !search_stopped(s) && see(s, &p->often, s->st->trace);
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
        s->counts.sampled.runs = ++done;
    }
    s->counts.estimate.n = 1.0 / (double)s->st->nactors;
    for (uint32_t i = 1; i < s->options.pct_depth; i++)
        s->counts.estimate.n /= (double)p.longest;
    s->count_traces = true; /* search.traces keeps the digests */
    free_often(&p.often);
    vec_free(&p.priority);
    vec_free(&p.changes);
}
