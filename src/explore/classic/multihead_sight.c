/* SPDX-License-Identifier: Apache-2.0
 *
 * multihead_sight.c - what multi-head DPOR tells a guided search about the place where it
 * is: see explore/search/sight.h. */
#include "explore/guide/value.h"
#include "explore/classic/multihead.h"
#include "kernel/matching.h"
#include "kernel/rules.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
    NAME_TAKES = 1,
    NAME_ANY,
    NAME_BEFORE,
    NAME_FROM_ANY,
    NAME_ORDER,
    NAME_STUCK,
    NAME_SITES,
    NAME_SIMILAR,
    NAME_SYMMETRIC
};

static uint64_t name_of(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    uint64_t part[] = {a, b, c, d};
    return XXH3_64bits(part, sizeof part) | 1;
}

/* The program's actor to which this one belongs. */
static uint32_t rank_of(const struct state *st, uint32_t actor)
{
    return st->slots ? matching_rank(st, actor) : actor;
}

static const struct op *pending(const struct state *st, uint32_t actor)
{
    return &st->actor[actor].pending;
}

int32_t multi_unpairs(const struct state *st, struct step step)
{
    const struct op *op = pending(st, step.actor);
    switch (op->kind) {
    case OP_SEND:
    case OP_RECV: {
        const struct mailbox *m = &st->mailbox[op->object];
        size_t here = m->side[op->kind == OP_RECV].len;
        size_t there = m->side[op->kind == OP_SEND].len;
        return here < there ? -1 : 1;
    }
    case OP_ISEND:
    case OP_IRECV:
        return 1;
    case OP_MATCH:
        return -2;
    case OP_TRYRECV:
        return step.outcome == OUTCOME_FALSE ? 0 : -1;
    default:
        return 0;
    }
}

/* ---- the choice ---- */

/* Number of messages that wait for this receiver. */
static uint32_t waiting_for(const struct state *st, uint32_t to)
{
    size_t n = 0;
    for (uint32_t from = 0; from < st->program->nactors; from++) {
        const struct channel *c = matching_channel(st, from, to);
        n += c->sends.len - c->taken;
    }
    return (uint32_t)n;
}

static uint32_t waiting_in(const struct mailbox *m)
{
    return m->side[0].len > m->side[1].len ? (uint32_t)(m->side[0].len - m->side[1].len)
                                           : 0;
}

static uint32_t longest_queue(const struct state *st)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < st->program->nmailboxes; i++) {
        uint32_t n = waiting_in(&st->mailbox[i]);
        most = n > most ? n : most;
    }
    for (uint32_t to = 0; st->channel && to < st->program->nactors; to++) {
        uint32_t n = waiting_for(st, to);
        most = n > most ? n : most;
    }
    return most;
}

/* Names how far each actor has come; `sorted`: whoever they are. */
static uint64_t progress(const struct state *st, bool sorted)
{
    uint64_t sum = 0, name = 0;
    for (uint32_t a = 0; a < st->nactors; a++) {
        uint64_t part = name_of(st->actor[a].events.len, sorted ? 0 : a, 0, 0);
        sum += part;
        name = sorted ? sum : name ^ part;
    }
    return name;
}

static uint32_t distance_of(const struct multi *m, uint32_t actor)
{
    const struct state *st = m->s->st;
    uint32_t rank = rank_of(st, actor);
    const struct actor *a = &st->actor[rank];
    if (!m->s->distance || a->ended || a->failed)
        return UINT32_MAX;
    return m->s->distance(m->s, rank, &a->pending);
}

static uint32_t least_distance(const struct multi *m)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t a = 0; a < m->s->st->program->nactors; a++) {
        uint32_t n = distance_of(m, a);
        least = n < least ? n : least;
    }
    return least == UINT32_MAX ? 0 : least;
}

static void look(void *context, uint32_t wanted, struct sight *x)
{
    const struct multi *m = context;
    const struct state *st = m->s->st;
    const struct crossing *c = &vec_last(&m->path);
    x->actor = st->events.len ? rank_of(st, vec_last(&st->events).act.actor) : 0;
    x->unpaired = c->unpaired > 0 ? (uint32_t)c->unpaired : 0;
    x->failed = c->failed;
    x->any = st->events.len && op_wants(vec_last(&st->events).op.kind) &&
             vec_last(&st->events).op.peer == ANY;
    if (wanted & GUIDE_QUEUE)
        x->queue = longest_queue(st);
    if (wanted & GUIDE_SIMILARITY)
        x->similar = progress(st, false);
    if (wanted & GUIDE_SYMMETRY)
        x->symmetric = progress(st, true);
    if (wanted & GUIDE_CFG)
        x->distance = least_distance(m);
}

/* ---- a step ---- */

/* What the step does that others do not: a receive takes a message of that sender, a send
 * comes to that place in its mailbox. */
static uint64_t feature_of(const struct state *st, struct step step)
{
    const struct op *op = pending(st, step.actor);
    if (op->kind == OP_SEND || op->kind == OP_RECV)
        return name_of(NAME_TAKES, (uint64_t)op->kind << 32 | op->object,
                       st->mailbox[op->object].side[op->kind == OP_RECV].len, step.actor);
    if (op_gets(op->kind) && step.outcome >= 0)
        return name_of(NAME_TAKES, rank_of(st, step.actor),
                       st->actor[step.actor].events.len, message_sender(step.outcome));
    return 0;
}

/* Number of messages that wait where this step adds one; negative: it takes one. */
static int32_t queue_at(const struct state *st, struct step step)
{
    const struct op *op = pending(st, step.actor);
    if (op->kind == OP_SEND || op->kind == OP_RECV) {
        int32_t n = (int32_t)waiting_in(&st->mailbox[op->object]);
        return op->kind == OP_SEND ? n + 1 : -n;
    }
    if (op->kind == OP_ISEND)
        return (int32_t)waiting_for(st, (uint32_t)op->peer) + 1;
    return op_gets(op->kind) && step.outcome >= 0 ? -1 : 0;
}

static void way(void *context, uint32_t number, struct way_sight *x)
{
    const struct multi *m = context;
    const struct state *st = m->s->st;
    struct step step = m->steps.at[vec_last(&m->path).first + number];
    const struct op *op = pending(st, step.actor);
    uint32_t last = st->events.len ? vec_last(&st->events).act.actor : step.actor;
    x->source = op_gets(op->kind) && st->channel && step.outcome >= 0
                    ? message_sender(step.outcome)
                    : rank_of(st, step.actor);
    x->fails = step.outcome == OUTCOME_FALSE;
    x->feature = feature_of(st, step);
    x->unpairs = multi_unpairs(st, step);
    x->any = op_wants(op->kind) && op->peer == ANY;
    x->switches = rank_of(st, last) != rank_of(st, step.actor);
}

static void judge_way(void *context, uint32_t wanted, uint32_t number,
                      struct way_sight *x)
{
    const struct multi *m = context;
    const struct state *st = m->s->st;
    struct step step = m->steps.at[vec_last(&m->path).first + number];
    way(context, number, x);
    if (wanted & GUIDE_QUEUE)
        x->queue = queue_at(st, step);
    if (wanted & GUIDE_SIMILARITY)
        x->similar = name_of(NAME_SIMILAR, progress(st, false), step.actor, 0);
    if (wanted & GUIDE_SYMMETRY)
        x->symmetric = name_of(NAME_SYMMETRIC, progress(st, true),
                               st->actor[step.actor].events.len, 0);
    if (wanted & GUIDE_CFG)
        x->distance = distance_of(m, step.actor);
}

/* ---- alternatives ---- */

/* The number of the receive from any source that took this message, or would take it as
 * things are, and fits the tag; NO_EVENT if there is none. */
static uint32_t taker(const struct state *st, uint32_t to, const struct posted *sent,
                      int32_t tag)
{
    const struct actor *receiver = &st->actor[to];
    for (size_t i = receiver->requests.len; i-- > 0;) {
        const struct posted *q = &receiver->requests.at[i];
        const struct op *op = matching_made(st, q);
        if (op->kind == OP_IRECV && op->peer == ANY && q->taken == sent->taken &&
            rule_tag(op_pattern(op), tag))
            return (uint32_t)i;
    }
    const struct op *next = &receiver->pending;
    return sent->taken == NO_EVENT && op_wants(next->kind) && next->peer == ANY
               ? (uint32_t)receiver->requests.len
               : NO_EVENT;
}

/* The send is in a queue behind the message of that event. Names what a receive from any
 * source would take if it was before it, or whose message it would be before if that is
 * not received yet; 0 if that seems to make no difference. */
static uint64_t overtaking(const struct state *st, const struct event *send,
                           uint32_t event, uint64_t *doubt)
{
    const struct act *a = &send->act;
    const struct queue *q = matching_queue(st, a->owner, a->object);
    for (uint32_t i = 0; q && i < q->messages.len; i++) {
        const struct posted *other = matching_queued(st, a->owner, q, i);
        if (other->event != event)
            continue;
        uint32_t by = taker(st, a->owner, other, send->op.tag);
        if (by != NO_EVENT)
            return name_of(NAME_ANY, a->owner, by, a->actor);
        if (other->taken != NO_EVENT)
            return 0;
        int32_t tag = st->events.at[event].op.tag;
        *doubt = name_of(NAME_FROM_ANY, a->owner,
                         (uint64_t)(tag == send->op.tag ? tag : ANY), 0);
        return name_of(NAME_BEFORE, a->owner, st->events.at[event].act.actor, a->actor);
    }
    return 0;
}

void multi_wish(const struct multi *m, const struct alternative *alt, struct wish *x)
{
    const struct state *st = m->s->st;
    const struct act *instead = &st->events.at[alt->node].act, *a = &alt->act;
    *x = (struct wish){.actor = a->actor,
                       .outcome = a->outcome,
                       .after = alt->cut[a->actor],
                       .waits = instead->actor};
    if ((a->kind == OP_SEND || a->kind == OP_RECV) && instead->kind == a->kind) {
        x->feature = name_of(NAME_TAKES, (uint64_t)a->kind << 32 | a->object,
                             instead->seq, a->actor);
    } else if (a->kind == OP_ISEND && vec_last(&st->events).act.kind == OP_ISEND) {
        x->feature = overtaking(st, &vec_last(&st->events), alt->node, &x->doubt);
    } else if (op_gets((enum op_kind)a->kind) && a->outcome >= 0) {
        x->feature = name_of(NAME_TAKES, rank_of(st, a->actor), alt->cut[a->actor],
                             message_sender(a->outcome));
    }
}

static bool waits(void *context, const struct wish *x, uint32_t way)
{
    const struct multi *m = context;
    struct step step = m->steps.at[vec_last(&m->path).first + way];
    return step.actor == x->waits && m->s->st->actor[x->actor].events.len <= x->after &&
           (step.actor != x->actor || step.outcome != x->outcome);
}

/* ---- an execution ---- */

typedef void seen_fn(void *context, uint64_t name);

static void pairs(const struct state *st, seen_fn *seen, void *to)
{
    for (uint32_t i = 0; i < st->program->nmailboxes; i++) {
        const struct mailbox *m = &st->mailbox[i];
        for (size_t k = 0; k < m->side[0].len && k < m->side[1].len; k++) {
            const struct event *s = &st->events.at[m->side[0].at[k].event];
            const struct event *r = &st->events.at[m->side[1].at[k].event];
            seen(to, name_of(NAME_TAKES, (uint64_t)OP_SEND << 32 | i, k, s->act.actor));
            seen(to, name_of(NAME_TAKES, (uint64_t)OP_RECV << 32 | i, k, r->act.actor));
        }
    }
}

static void taken_from_any(const struct state *st, uint32_t rank, seen_fn *seen, void *to)
{
    const struct actor *me = &st->actor[rank];
    for (uint32_t i = 0; i < me->requests.len; i++) {
        const struct posted *q = &me->requests.at[i];
        const struct op *op = matching_made(st, q);
        if (op->kind != OP_IRECV || op->peer != ANY || q->taken == NO_EVENT)
            continue;
        const struct act *a = &st->events.at[q->taken].act;
        seen(to, name_of(NAME_ANY, rank, i, message_sender(a->outcome)));
        seen(to, name_of(NAME_FROM_ANY, rank, (uint64_t)op->tag, 0));
    }
}

static void features(void *context, seen_fn *seen, void *to)
{
    const struct multi *m = context;
    const struct state *st = m->s->st;
    for (size_t i = 0; i < st->events.len; i++) {
        const struct event *e = &st->events.at[i];
        uint32_t rank = rank_of(st, e->act.actor);
        uint64_t before =
            e->index
                ? st->events.at[st->actor[e->act.actor].events.at[e->index - 1]].op.where
                : 0;
        if (op_gets(e->op.kind) && e->act.outcome >= 0)
            seen(to, name_of(NAME_TAKES, rank, e->index, message_sender(e->act.outcome)));
        if (e->act.actor < st->program->nactors)
            seen(to, name_of(NAME_ORDER, before, e->op.where,
                             e->act.outcome == OUTCOME_FALSE));
    }
    pairs(st, seen, to);
    for (uint32_t a = 0; st->channel && a < st->program->nactors; a++)
        taken_from_any(st, a, seen, to);
    for (uint32_t a = 0; a < st->program->nactors; a++)
        if (!st->actor[a].ended)
            seen(to, name_of(NAME_STUCK, pending(st, a)->where, a, st->actor[a].failed));
}

const struct sights multi_sights = {.look = look,
                                    .way = way,
                                    .judge_way = judge_way,
                                    .waits = waits,
                                    .features = features};
