/* SPDX-License-Identifier: Apache-2.0
 *
 * mailbox.c - what else could have happened with posts, waits and tests.
 *
 * - Two posts on one side of a mailbox race in the classical way.
 * - A wait that succeeded cannot happen before the posts it reports, so it has
 *   no race with them. It may report another communication, though.
 * - A test that succeeded can fail, if it happens before *every* post that
 *   pairs a member of its set. Going back to one of these posts is not enough:
 *   the others, if they are concurrent, would let the test succeed again. So all
 *   of them are left out, and the first one is where to go back to.
 * - A test that failed races with each of those posts; that race is found, the
 *   classical way, from the post.
 * - A wait or test on several has its other outcomes.
 *
 * In an unfolding, two posts on one side of a mailbox are rivals only if they come behind
 * the same post: otherwise one of them, or one in its past, takes the other's position. A
 * post and a failed test are rivals only if the post completes a communication that the
 * test names. */
#include "explore/classic/family/family.h"
#include "kernel/mailbox.h"

/* ---- races ---- */

static void reverse_test(struct races *r, uint32_t event)
{
    struct state *st = r->st;
    const struct event *e = &st->events.at[event];
    uint32_t node = NO_EVENT;
    for (uint32_t a = 0; a < st->nactors; a++)
        r->cut.at[a] = (uint32_t)st->actor[a].events.len;
    for (uint32_t i = 0; i < e->op.nargs; i++) {
        const struct post *p = mailbox_partner(st, e->act.actor, e->op.args[i], NULL);
        if (!p)
            continue;
        races_leave_out(r, p->event);
        node = p->event < node ? p->event : node;
    }
    if (r->cut.at[e->act.actor] == e->index) /* otherwise the wait already had a
                                                communication to report */
        races_report(r, event, node, NO_EXCEPTION);
}

static void reverse(struct races *r, uint32_t event)
{
    const struct act *a = &r->st->events.at[event].act;
    switch ((enum mailbox_kind)a->kind) {
    case OP_SEND:
    case OP_RECV:
        races_classical(r, event, NULL);
        break;
    case OP_TEST:
        if (a->outcome != OUTCOME_FALSE)
            reverse_test(r, event);
        break;
    case OP_WAIT:
        break;
    }
}

static bool has_labels(const struct event *e)
{
    return op_reports((enum op_kind)e->act.kind) && e->act.nkeys > 1 &&
           e->act.outcome != OUTCOME_FALSE;
}

/* ---- offers ---- */

/* A post that completes a communication is offered to the waits for it. */
static void offers_begin(const struct state *st, struct offers *o)
{
    const struct act *p = &st->events.at[o->post].act;
    if (op_reports((enum op_kind)p->kind))
        return;
    const struct mailbox *m = &st->mailbox[p->object];
    int other = p->kind == OP_SEND;
    if (p->seq >= m->side[other].len)
        return;
    const struct event *partner = &st->events.at[m->side[other].at[p->seq].event];
    o->actor = partner->act.actor;
    o->next = partner->index + 1;
}

static uint32_t offers_wait(const struct state *st, struct offers *o)
{
    const events_vec *theirs = &st->actor[o->actor].events;
    const struct act *p = &st->events.at[o->post].act;
    while (o->next < theirs->len) {
        uint32_t wait = theirs->at[o->next++];
        const struct act *w = &st->events.at[wait].act;
        if (op_family((enum op_kind)w->kind) == FAMILY_MAILBOX &&
            has_labels(&st->events.at[wait]) &&
            act_has_key(w, comm_key(p->object, p->seq)) &&
            !state_before(st, wait, o->post))
            return wait;
    }
    return NO_EVENT;
}

/* ---- extensions ---- */

static uint32_t count_posts(struct extender *x, const struct mailbox *m, int side)
{
    uint32_t n = 0;
    while (n < m->side[side].len &&
           state_in_cut(x->st, m->side[side].at[n].event, extend_top(x)))
        n++;
    return n;
}

/* The least number of posts on this side that the past must contain: those in the
 * actor's own past, and those up to the post that is required. */
static uint32_t first_post(struct extender *x, const struct op *op,
                           const struct mailbox *m, int side)
{
    const struct act *must = x->must == NO_EVENT ? NULL : &x->st->events.at[x->must].act;
    if (must && must->kind == op->kind && must->object == op->object)
        return must->seq + 1;
    return count_posts(x, m, side);
}

static void post_pasts(struct extender *x, uint32_t actor, const struct op *op)
{
    const struct mailbox *m = &x->st->mailbox[op->object];
    int side = op->kind == OP_RECV;
    for (uint32_t j = first_post(x, op, m, side); j <= m->side[side].len; j++) {
        extend_push_with(x, j ? m->side[side].at[j - 1].event : NO_EVENT);
        extend_consider(x, actor, op);
        uint32_t note = j < m->failed[!side].len ? m->failed[!side].at[j] : NO_EVENT;
        for (; note != NO_EVENT; note = x->st->notes.at[note].previous) {
            extend_push_with(x, x->st->notes.at[note].event);
            if (count_posts(x, m, side) == j)
                extend_consider(x, actor, op);
            extend_pop(x);
        }
        extend_pop(x);
    }
}

static void wait_pasts(struct extender *x, uint32_t actor, const struct op *op)
{
    extend_consider(x, actor, op);
    for (uint32_t i = 0; i < op->nargs; i++) {
        const struct post *p = mailbox_partner(x->st, actor, op->args[i], NULL);
        if (!p)
            continue;
        extend_push_with(x, p->event);
        extend_consider(x, actor, op);
        extend_pop(x);
    }
}

static void pasts(struct extender *x, uint32_t actor, const struct op *op)
{
    switch ((enum mailbox_kind)op->kind) {
    case OP_SEND:
    case OP_RECV:
        post_pasts(x, actor, op);
        break;
    case OP_WAIT:
    case OP_TEST:
        wait_pasts(x, actor, op);
        break;
    }
}

static bool names_mailbox(const struct act *wait, uint32_t mailbox)
{
    for (uint32_t i = 0; i < wait->nkeys; i++)
        if (act_keys(wait)[i] >> 32 == mailbox)
            return true;
    return false;
}

static bool concerns(const struct state *st, uint32_t actor, uint32_t newest)
{
    const struct op *op = &st->actor[actor].pending;
    const struct act *a = &st->events.at[newest].act;
    switch ((enum mailbox_kind)op->kind) {
    case OP_SEND:
    case OP_RECV: /* either as the next post on its side, or as a post that a failed test
                     did not see */
        return (a->kind == op->kind && a->object == op->object) ||
               (a->kind == OP_TEST && a->outcome == OUTCOME_FALSE &&
                names_mailbox(a, op->object));
    case OP_WAIT:
    case OP_TEST:
        for (uint32_t i = 0; i < op->nargs; i++) {
            const struct post *p = mailbox_partner(st, actor, op->args[i], NULL);
            if (p && p->event == newest)
                return true;
        }
        return false;
    }
    return false;
}

/* ---- conflicts ---- */

static void file(struct unfolding *u, uint32_t id, ids_vec *out)
{
    const struct act *a = &unfolded(u, id)->act;
    switch ((enum mailbox_kind)a->kind) {
    case OP_SEND:
    case OP_RECV:
        rivals_behind(u, id, out);
        rivals_at(u, RIVALS_COMPLETE, RIVALS_MISS, comm_key(a->object, a->seq), id, out);
        break;
    case OP_TEST:
        for (uint32_t i = 0; a->outcome == OUTCOME_FALSE && i < a->nkeys; i++)
            rivals_at(u, RIVALS_MISS, RIVALS_COMPLETE, act_keys(a)[i], id, out);
        break;
    case OP_WAIT:
        break;
    }
    if (op_reports((enum op_kind)a->kind) && a->nkeys > 1)
        rivals_outcomes(u, id, out);
}

static uint32_t behind(const struct state *st, const struct act *a)
{
    if (!a->seq || op_reports((enum op_kind)a->kind))
        return NO_EVENT;
    return st->mailbox[a->object].side[a->kind == OP_RECV].at[a->seq - 1].event;
}

static bool position_taken(const struct state *st, const struct act *a)
{
    return !op_reports((enum op_kind)a->kind) &&
           a->seq < st->mailbox[a->object].side[a->kind == OP_RECV].len;
}

const struct reduction mailbox_reduction = {
    .reverse = reverse,
    .has_labels = has_labels,
    .offers_start = offers_begin,
    .offers_next = offers_wait,
    .offers_extend = extend_with_newest,
    .pasts = pasts,
    .concerns = concerns,
    .file = file,
    .behind = behind,
    .position_taken = position_taken,
};
