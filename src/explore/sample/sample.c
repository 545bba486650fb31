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
 * runs gets a lower one than all. So does one that looks for something in vain: it would
 * look again and again, while who could bring it waits. A bug that shows whenever d
 * certain steps come in a certain order is found with probability at least 1 / (n
 * k^(d-1)), for n actors and k steps. In matching semantics the matches of a posted
 * receive count as an actor. */
#include "explore/sample/chance.h"
#include "explore/search/explorer.h"
#include "explore/match/work.h"
#include "explore/sample/samples.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

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

/* The natural logarithm of a number of ways, without libm. */
static double logarithm(uint32_t n)
{
    int bits = 31 - __builtin_clz(n);
    double m = (double)n / (double)((uint32_t)1 << bits), z = (m - 1) / (m + 1);
    double y = z * z, sum = 1 + y * (1 / 3.0 + y * (1 / 5.0 + y * (1 / 7.0 + y / 9)));
    return 0.69314718055994531 * bits + 2 * z * sum;
}

static bool descend(void *context, uint64_t numbers, uint64_t longest, struct sample *y)
{
    struct work *w = context;
    struct search *s = w->s;
    uint64_t depth = s->options.bounds.depth;
    (void)longest;
    y->weight.n = 1;
    while ((!depth || w->v.g.order.len < depth) && visit_grow(&w->v)) {
        uint32_t n = vec_last(&w->v.frames).n;
        visit_make(&w->v, chance_below(&numbers, n));
        estimate_multiply(&y->weight, n);
        y->log += logarithm(n);
        s->st->pushes++;
    }
    y->stands = visit_stands(&w->v);
    y->name = path_name(&w->v);
    y->length = (uint32_t)w->v.g.order.len;
    return true;
}

static void judge_descent(void *context)
{
    work_complete(context);
}

static void ascend(void *context)
{
    struct work *w = context;
    while (w->v.frames.len) {
        visit_unmake(&w->v);
        visit_drop(&w->v);
    }
}

static bool hear_descent(void *context, const char *execution, size_t bytes)
{
    return match_tree.judge(context, execution, bytes);
}

static void rewind_descent(void *context)
{
    match_tree.rewind(context);
}

static const struct sample_source descents = {.make = descend,
                                              .judge = judge_descent,
                                              .back = ascend,
                                              .hear = hear_descent,
                                              .rewind = rewind_descent,
                                              .weighs = true};

void random_run(struct search *s)
{
    struct work w;
    struct samples x = {.s = s, .source = &descents, .source_context = &w};
    work_init(&w, s);
    work_try(&w);
    w.list = &x.list;
    samples_run(&x);
    work_free(&w);
}

/* ---- pct ---- */

struct pct {
    struct samples samples;
    struct search *s;
    uint64_t state;
    VEC(uint64_t) priority; /* priority of each actor */
    /* numbers of the steps after which an actor's priority is lowered */
    VEC(uint64_t) changes;
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

static bool run(void *context, uint64_t numbers, uint64_t longest, struct sample *y)
{
    struct pct *p = context;
    struct search *s = p->s;
    uint64_t step = 0, lowest = (uint64_t)1 << 62; /* below all that priority() gives */
    struct step next;
    p->state = numbers;
    p->priority.len = p->changes.len = 0;
    for (uint32_t i = 1; i < s->options.pct_depth; i++)
        vec_push(&p->changes, 1 + chance_next(&p->state) % longest);
    while (choose_step(p, &next)) {
        if (is_change(p, ++step)) {
            p->priority.at[next.actor] = --lowest;
            continue;
        }
        if (!search_push(s, next))
            break;
        if (next.outcome == OUTCOME_FALSE && op_looks(vec_last(&s->st->events).act.kind))
            p->priority.at[next.actor] = --lowest;
    }
    y->stands = true;
    y->name = s->st->trace;
    y->length = (uint32_t)s->st->events.len;
    return !search_stopped(s);
}

static void judge_run(void *context)
{
    struct pct *p = context;
    const struct state *st = p->s->st;
    VEC(struct step) steps = {0};
    search_end_complete(p->s);
    if (!worklist_is_news(&p->samples.list))
        return;
    for (size_t i = 0; i < st->events.len; i++)
        vec_push(&steps,
                 (struct step){st->events.at[i].act.actor, st->events.at[i].act.outcome});
    worklist_tell(&p->samples.list, steps.at, steps.len * sizeof *steps.at);
    vec_free(&steps);
}

static void take_back(void *context)
{
    const struct pct *p = context;
    while (p->s->st->events.len)
        search_pop(p->s);
}

static bool hear_run(void *context, const char *execution, size_t bytes)
{
    struct pct *p = context;
    if (!search_repeat(p->s, execution, bytes))
        return false;
    search_end_complete(p->s);
    take_back(p);
    return true;
}

static const struct sample_source runs = {
    .make = run, .judge = judge_run, .back = take_back, .hear = hear_run};

void pct_run(struct search *s)
{
    struct pct p = {.s = s, .samples = {.s = s, .source = &runs, .source_context = &p}};
    s->st->hashing = true;
    s->count_traces = false; /* samples.c recognises equivalent executions, also after a
                                restart */
    samples_run(&p.samples);
    s->counts.estimate.n = 1.0 / (double)s->st->nactors;
    for (uint32_t i = 1; i < s->options.pct_depth; i++)
        s->counts.estimate.n /= (double)p.samples.longest;
    vec_free(&p.priority);
    vec_free(&p.changes);
}
