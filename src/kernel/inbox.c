/* SPDX-License-Identifier: Apache-2.0
 *
 * inbox.c - inboxes of actors. Sending is no operation of its own: an actor sends
 * messages while it handles one or makes a choice. So the state asks the program after
 * each step what was sent: see inbox_post(). */
#include "kernel/inbox.h"
#include "kernel/clock.h"
#include "kernel/family.h"

#include <assert.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* ---- messages ---- */

uint32_t inbox_post(struct state *st, uint32_t from, uint32_t event)
{
    size_t n;
    const struct sent *sent = st->program->ops->inboxes->sent(st->program, from, &n);
    for (size_t i = 0; i < n; i++) {
        struct actor *to = &st->actor[sent[i].to];
        struct message m = {event, from, 0, NO_EVENT, 0, sent[i].body};
        m.time = st->ninitial + (uint32_t)st->receivers.len;
        for (size_t j = to->inbox.len; j-- > 0 && !m.k;)
            if (to->inbox.at[j].from == from)
                m.k = to->inbox.at[j].k + 1;
        assert(from == OUTSIDE || from <= TAKE_MAX_SENDER);
        assert(m.k <= TAKE_MAX_MESSAGE);
        vec_push(&to->inbox, m);
        if (event == NO_EVENT)
            st->ninitial++;
        else
            vec_push(&st->receivers, sent[i].to);
    }
    return (uint32_t)n;
}

void inbox_take_back(struct state *st, uint32_t n)
{
    while (n--)
        st->actor[vec_pop(&st->receivers)].inbox.len--;
}

const struct message *inbox_message(const struct state *st, uint32_t actor,
                                    int32_t outcome)
{
    uint32_t from = take_sender(outcome), k = take_number(outcome);
    const struct message *first = st->actor[actor].inbox.at;
    const struct message *m = first + st->actor[actor].inbox.len;
    while (m > first && (m[-1].from != from || m[-1].k != k))
        m--;
    assert(m > first); /* it is a message of this inbox */
    return m - 1;
}

size_t inbox_untaken(const struct state *st, uint32_t actor)
{
    const struct actor *a = &st->actor[actor];
    size_t i = 0;
    while (i < a->inbox.len && a->inbox.at[i].taken != NO_EVENT)
        i++;
    return i;
}

/* ---- taking ---- */

/* An actor may take any message of its inbox that it accepts in its present state; with
 * FIFO delivery, only the oldest accepted message of each sender. Which messages it has
 * taken before is decided by its own events alone. */
static void outcomes(const struct state *st, uint32_t actor, const struct op *op,
                     const uint32_t *cut, outcomes_vec *out)
{
    (void)op;
    struct program *p = st->program;
    const struct actor *me = &st->actor[actor];
    uint32_t index = cut ? cut[actor] : (uint32_t)me->events.len;
    const image_id *image =
        index < me->events.len ? &st->events.at[me->events.at[index]].image : NULL;
    size_t before = out->len;
    for (size_t i = 0; i < me->inbox.len; i++) {
        const struct message *m = &me->inbox.at[i];
        bool taken = m->taken != NO_EVENT && st->events.at[m->taken].index < index;
        bool sent = m->event == NO_EVENT || state_in_cut(st, m->event, cut);
        if (taken || !sent)
            continue;
        bool overtakes = false;
        for (size_t j = before; p->fifo && j < out->len; j++)
            overtakes |= take_sender(out->at[j]) == m->from;
        if (!overtakes && p->ops->inboxes->accepts(p, actor, image, m->body))
            vec_push(out, take_outcome(m->from, m->k));
    }
}

static struct act act(struct state *st, uint32_t actor, const struct op *op,
                      const uint32_t *cut, int32_t outcome)
{
    struct act a = {.kind = (uint8_t)op->kind, .actor = actor, .outcome = outcome};
    const struct message *m = inbox_message(st, actor, outcome);
    a.seq = cut ? cut[actor] : (uint32_t)st->actor[actor].events.len;
    a.object = m->from;
    a.owner = m->event == NO_EVENT ? NO_EVENT : st->events.at[m->event].index;
    return a;
}

static void causes(const struct state *st, const struct act *a, const uint32_t *cut,
                   events_vec *out)
{
    (void)cut;
    uint32_t event = inbox_message(st, a->actor, a->outcome)->event;
    if (event != NO_EVENT)
        clock_add(st, a, event, out);
}

static void set_taken(struct state *st, const struct act *a, uint32_t event)
{
    const struct message *m = inbox_message(st, a->actor, a->outcome);
    struct actor *me = &st->actor[a->actor];
    me->inbox.at[m - me->inbox.at].taken = event;
}

static struct outcome apply(struct state *st, struct event *e, uint32_t event)
{
    const struct act *a = &e->act;
    set_taken(st, a, event);
    return (struct outcome){
        .index = a->outcome,
        .value = (int64_t)inbox_message(st, a->actor, a->outcome)->body,
    };
}

static void revert(struct state *st, const struct event *e)
{
    set_taken(st, &e->act, NO_EVENT);
}

static void digest(const struct state *st, struct digester *x)
{
    for (uint32_t a = 0; state_has_inboxes(st) && a < st->program->nactors; a++) {
        uint64_t waiting = 0; /* a sum, because the messages wait in no order */
        for (size_t i = 0; i < st->actor[a].inbox.len; i++) {
            const struct message *m = &st->actor[a].inbox.at[i];
            uint64_t d[2] = {m->from, m->body};
            if (m->taken != NO_EVENT)
                continue;
            d[1] = st->program->ops->inboxes->body_digest(st->program, m->body);
            waiting += XXH3_64bits(d, sizeof d);
        }
        digest_add(x, &waiting, sizeof waiting);
    }
}

static void free_inboxes(struct state *st)
{
    for (uint32_t a = 0; a < st->nactors; a++)
        vec_free(&st->actor[a].inbox);
    vec_free(&st->receivers);
}

/* ---- reports and schedules ---- */

/* An actor that takes messages is held up if its inbox has messages but it accepts none
 * of them. Waiting with an empty inbox is no deadlock. */
static bool held_up(const struct state *st, uint32_t actor)
{
    const struct actor *a = &st->actor[actor];
    return a->pending.value && inbox_untaken(st, actor) < a->inbox.len;
}

static struct message_name name(int32_t outcome)
{
    return (struct message_name){take_sender(outcome), take_number(outcome)};
}

static int32_t named(struct message_name m)
{
    return take_outcome(m.sender, m.k);
}

const struct family inbox_family = {
    .outcomes = outcomes,
    .act = act,
    .causes = causes,
    .apply = apply,
    .revert = revert,
    .digest = digest,
    .free = free_inboxes,
    .waits_for = family_waits_for_nobody, /* which actor would have sent a message cannot
                                             be told */
    .held_up = held_up,
    .chooses = family_no_choice,
    .name = name,
    .named = named,
};
