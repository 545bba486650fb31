/* SPDX-License-Identifier: Apache-2.0
 *
 * multihead.c - multi-head DPOR: dpor and sdpor in any order (Laurent, Quinson, Jeron:
 * Directed DPOR, Algorithm 4), with sleep sets.
 *
 * The search is a tree of choices (worklist.h), a choice being which step comes next.
 * But only some of its ways are explored: those of one actor at first, and others once a
 * race asks for them (guide_want()). Which these are, and where the search goes on, is
 * decided in guide/. A race only adds to the sets of nodes above it, so it does not
 * matter when it is found.
 *
 * Sleep sets need care. In a depth-first search, what sleeps at a child are the steps
 * that were explored at the node before it. Here they are the steps that were *begun*
 * before it, whether or not they are explored to their end. A child keeps the sleep set
 * with which it was reached first; so heads remember in which order their ways were
 * begun. All outcomes of an actor's step count as begun when the first one is: that an
 * operation could have another outcome is found below a sibling with this one, so either
 * both sleep or none. docs/algorithms/guided.md has the proof.
 *
 * The ways of a choice are the steps that are awake there, so what sleeps is not even
 * counted among them. If an alternative can begin with a step that sleeps, it is explored
 * below the node where that step was begun, and nothing is to be done. */
#include "explore/classic/multihead.h"
#include "explore/guide/guide.h"
#include "explore/search/frontier.h"
#include "explore/guide/head.h"
#include "explore/guide/share.h"
#include "kernel/place.h"

#include <assert.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

static struct step step_at(const struct multi *m, size_t node, uint32_t way)
{
    return m->steps.at[m->path.at[node].first + way];
}

/* ---- nodes ---- */

/* Removes the steps that sleep. */
static void keep_awake(struct multi *m, size_t first)
{
    size_t kept = first;
    for (size_t i = first; i < m->steps.len; i++)
        if (!sleep_has(&m->sleepers, m->steps.at[i].actor, m->steps.at[i].outcome))
            m->steps.at[kept++] = m->steps.at[i];
    m->steps.len = kept;
}

/* Ends the path here, because the search cannot continue. */
static enum tree_step cut(struct multi *m, size_t first, enum stop_reason why)
{
    m->steps.len = first;
    m->s->counts.stopped = m->s->counts.cut = why;
    return TREE_CUT;
}

static enum tree_step grow(void *context, uint32_t *ways)
{
    struct multi *m = context;
    struct search *s = m->s;
    struct state *st = s->st;
    struct crossing c = {.first = m->steps.len, .asleep = m->sleepers.acts.len};
    search_enabled(s, &m->steps);
    if (m->steps.len == c.first)
        return TREE_END;
    if (s->options.bounds.depth && st->events.len >= s->options.bounds.depth)
        return cut(m, c.first, STOP_DEPTH);
    if (s->options.sleep)
        keep_awake(m, c.first);
    if (m->steps.len == c.first) {
        search_end_redundant(s);
        return TREE_CUT;
    }
    for (size_t i = c.first; i < m->steps.len && st->slots; i++)
        if (!state_room(st, m->steps.at[i].actor))
            return cut(m, c.first, STOP_ROOM);
    if (m->path.len) {
        const struct crossing *before = &vec_last(&m->path);
        c.unpaired = before->unpaired;
        c.failed = before->failed;
    }
    vec_push(&m->path, c);
    *ways = (uint32_t)(m->steps.len - c.first);
    return TREE_CHOICE;
}

/* The steps that were begun at the last node before this one sleep below it. */
static void put_to_sleep(struct multi *m, uint32_t way)
{
    struct state *st = m->s->st;
    size_t node = m->path.len - 1;
    const struct head *h = m->list->choices.at[node].head;
    uint32_t n = (uint32_t)multi_steps(m, node);
    if (n < 2)
        return;
    for (uint32_t i = 0; i < n; i++) {
        if (!head_begun_before(h, i, way))
            continue;
        struct step step = step_at(m, node, i);
        struct act act =
            place_act(st, step.actor, &st->actor[step.actor].pending, NULL, step.outcome);
        sleep_add(&m->sleepers, &act);
    }
}

static void make(void *context, uint32_t way)
{
    struct multi *m = context;
    struct state *st = m->s->st;
    struct crossing *c = &vec_last(&m->path);
    struct step step = step_at(m, m->path.len - 1, way);
    if (m->s->options.sleep)
        put_to_sleep(m, way);
    c->unpaired += multi_unpairs(st, step);
    c->failed += step.outcome == OUTCOME_FALSE;
    state_push(st, step.actor, step.outcome);
    uint32_t event = (uint32_t)st->events.len - 1;
    if (!m->list->again) {
        m->s->counts.guided.visited++;
        races_reverse(&m->races, event);
        races_offer(&m->races, event);
    }
    if (m->s->options.sleep)
        sleep_enter(&m->sleepers, &st->events.at[event].act);
}

static void unmake(void *context)
{
    struct multi *m = context;
    size_t node = m->path.len - 1;
    struct crossing *c = &m->path.at[node];
    search_pop(m->s);
    const struct crossing *before = node ? c - 1 : &(struct crossing){0};
    c->unpaired = before->unpaired;
    c->failed = before->failed;
    if (!m->s->options.sleep)
        return;
    sleep_leave(&m->sleepers);
    m->sleepers.acts.len = c->asleep;
}

static void drop(void *context)
{
    struct multi *m = context;
    m->steps.len = vec_pop(&m->path).first;
}

static void complete(void *context)
{
    struct multi *m = context;
    search_end_complete(m->s);
    if (!worklist_is_news(m->list))
        return;
    const struct state *st = m->s->st;
    steps_vec steps = {0};
    for (size_t i = 0; i < st->events.len; i++) {
        const struct act *a = &st->events.at[i].act;
        vec_push(&steps, (struct step){a->actor, a->outcome});
    }
    worklist_tell(m->list, steps.at, steps.len * sizeof *steps.at);
    vec_free(&steps);
}

static uint64_t name(void *context, size_t node)
{
    const struct multi *m = context;
    return XXH3_64bits(m->steps.at + m->path.at[node].first,
                       multi_steps(m, node) * sizeof *m->steps.at);
}

static void rewind_nothing(void *context)
{
    (void)context; /* the last step has been taken back already */
}

static bool judge(void *context, const char *execution, size_t bytes)
{
    const struct multi *m = context;
    struct search *s = m->s;
    struct search_counts before = s->counts;
    if (!search_repeat(s, execution, bytes))
        return false;
    search_end_complete(s);
    if (!s->count_traces) { /* the worker has counted it */
        s->counts.failures = before.failures;
        s->counts.deadlocks = before.deadlocks;
        s->counts.redundant = before.redundant;
    }
    while (s->st->events.len)
        search_pop(s);
    return true;
}

/* Outcomes of one operation conflict, so none of them can stand for another. */
static bool together(void *context, size_t node, uint32_t way, uint32_t other)
{
    const struct multi *m = context;
    return step_at(m, node, way).actor == step_at(m, node, other).actor;
}

static const struct tree interleavings = {.grow = grow,
                                          .make = make,
                                          .unmake = unmake,
                                          .drop = drop,
                                          .complete = complete,
                                          .name = name,
                                          .rewind = rewind_nothing,
                                          .judge = judge,
                                          .together = together,
                                          .deal = &share_deal,
                                          .sights = &multi_sights};

/* ---- races ---- */

static bool sleeps_at(const struct multi *m, size_t node, struct step step)
{
    size_t from = m->sleepers.start.at[node];
    for (size_t i = from; i < m->path.at[node].asleep; i++)
        if (m->sleepers.acts.at[i].actor == step.actor &&
            m->sleepers.acts.at[i].outcome == step.outcome)
            return true;
    return false;
}

/* The first step of the actor in the alternative, which it begins. */
static struct step first_step(const struct state *st, const struct alternative *alt,
                              uint32_t actor)
{
    const events_vec *events = &st->actor[actor].events;
    uint32_t i = races_events_before(st, actor, alt->node);
    int32_t outcome =
        i < alt->cut[actor] ? st->events.at[events->at[i]].act.outcome : alt->act.outcome;
    return (struct step){actor, outcome};
}

static void found(void *context, const struct alternative *alt)
{
    struct multi *m = context;
    const struct state *st = m->s->st;
    uint32_t n = (uint32_t)multi_steps(m, alt->node);
    m->ways.len = 0;
    for (uint32_t a = 0; a < st->nactors; a++) {
        if (!m->begins(&m->races, alt, a))
            continue;
        struct step step = first_step(st, alt, a);
        if (m->s->options.sleep && sleeps_at(m, alt->node, step))
            return;
        for (uint32_t i = 0; i < n; i++)
            if (!memcmp(&step, &m->steps.at[m->path.at[alt->node].first + i],
                        sizeof step))
                vec_push(&m->ways, i);
    }
    assert(m->ways.len);
    struct wish wish;
    multi_wish(m, alt, &wish);
    guide_want(m->list, alt->node, m->ways.at, m->ways.len, &wish);
}

/* ---- all of it ---- */

/* Does the user ask for an order of the search? */
static bool is_ordered(const struct search_options *o)
{
    return o->guides || o->ordered ||
           (o->strategy != STRATEGY_AUTO && o->strategy != STRATEGY_DFS);
}

bool multihead_asked(const struct search *s)
{
    return is_ordered(&s->options) || search_is_shared(s) ||
           (s->frontier && !frontier_is_empty(s->frontier));
}

/* What is left can be resumed with as many slots, by the same explorer. Without sleep
 * sets it would have to be known which traces were seen. */
static void leave_rest(struct search *s)
{
    struct frontier *f = s->frontier;
    if (!f)
        return;
    if (!s->options.sleep || s->counts.stopped == STOP_ROOM)
        frontier_forget_items(f);
    memcpy(f->explorer, s->options.algorithm, sizeof f->explorer);
}

/* As many slots as the search had that is resumed. */
static void widen(struct search *s)
{
    const struct frontier *f = s->frontier;
    while (f && f->items.len && f->items.at[0].slots > s->st->slots && state_widen(s->st))
        ;
}

void multihead_run(struct search *s, begins_fn *begins)
{
    widen(s);
    struct multi m = {.s = s, .begins = begins};
    struct worklist list = {.s = s, .tree = &interleavings, .explorer = &m};
    m.list = &list;
    races_init(&m.races, s->st, found, &m);
    if (s->options.sleep)
        sleep_enter(&m.sleepers, NULL);
    else
        s->count_traces = s->st->hashing = true;
    worklist_run(&list);
    worklist_free(&list);
    /* it is told of searches whose order is the user's */
    s->counts.guided.visited = is_ordered(&s->options) ? s->counts.guided.visited + 1 : 0;
    leave_rest(s);
    races_free(&m.races);
    sleep_free(&m.sleepers);
    vec_free(&m.steps);
    vec_free(&m.path);
    vec_free(&m.ways);
}
