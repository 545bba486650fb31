/* SPDX-License-Identifier: Apache-2.0
 *
 * buffering.c - which sends are not buffered where nobody goes on, and which have to be
 * for it to come so far: see blame.h. */
#include "judge/blame.h"
#include "kernel/matching.h"
#include "kernel/rules.h"

enum { NAMED = 3 };

struct send {
    uint32_t actor;
    const struct posted *request;
};
typedef VEC(struct send) sends_vec;

/* May MPI choose whether the send is buffered? */
static bool is_standard(const struct state *st, const struct posted *r)
{
    return r->kind == OP_ISEND &&
           rule_standard((enum send_mode)matching_made(st, r)->mode);
}

static bool is_waiting(const struct state *st, const struct posted *r)
{
    return is_standard(st, r) && r->waits && r->received == NO_EVENT;
}

/* The sends that actors wait for, or poll, and that nobody has received. */
static void add_awaited(const struct state *st, sends_vec *to)
{
    for (uint32_t a = 0; a < st->program->nactors; a++) {
        const struct op *op = &st->actor[a].pending;
        bool ended = st->actor[a].ended && !st->actor[a].spins;
        if (ended || (op->kind != OP_FINISH && op->kind != OP_POLL))
            continue;
        for (uint32_t i = 0; i < op->nargs; i++) {
            const struct posted *r = matching_request(st, a, op->args[i]);
            if (is_waiting(st, r))
                vec_push(to, (struct send){a, r});
        }
    }
}

/* All sends that nobody has received: who is in a loop of several looks may be at another
 * one. */
static void add_unreceived(const struct state *st, sends_vec *to)
{
    for (uint32_t a = 0; a < st->program->nactors; a++)
        for (size_t i = 0; i < st->actor[a].requests.len; i++)
            if (is_waiting(st, &st->actor[a].requests.at[i]))
                vec_push(to, (struct send){a, &st->actor[a].requests.at[i]});
}

/* The event at which the actor has seen its request complete; NO_EVENT: none. */
static uint32_t seen_complete(const struct state *st, uint32_t actor, uint32_t request)
{
    const struct actor *a = &st->actor[actor];
    for (size_t i = 0; i < a->events.len; i++) {
        const struct event *e = &st->events.at[a->events.at[i]];
        if ((e->op.kind == OP_FINISH || e->op.kind == OP_POLL) &&
            e->act.outcome != OUTCOME_FALSE && e->op.args[e->act.outcome] == request)
            return a->events.at[i];
    }
    return NO_EVENT;
}

/* The sends that were complete before somebody received them. */
static void add_buffered(const struct state *st, sends_vec *to)
{
    for (uint32_t a = 0; a < st->program->nactors; a++)
        for (uint32_t i = 0; i < st->actor[a].requests.len; i++) {
            const struct posted *r = &st->actor[a].requests.at[i];
            if (!is_standard(st, r) || r->waits)
                continue;
            uint32_t done = seen_complete(st, a, matching_name(st, a, i));
            if (done != NO_EVENT && (r->received == NO_EVENT || r->received > done))
                vec_push(to, (struct send){a, r});
        }
}

/* Appends "rank 0: Send to 1, tag 0, x.c:12 and rank 1: ...". */
static void add_sends(const struct finding *f, const struct state *st,
                      const sends_vec *sends, struct str *s)
{
    struct program *p = st->program;
    size_t named = sends->len > NAMED ? 1 : sends->len;
    for (size_t i = 0; i < named; i++) {
        const struct send *x = &sends->at[i];
        const struct op *op = matching_made(st, x->request);
        str_addf(s, "%s%s: ", i ? " and " : "", f->actors.at[x->actor].name);
        p->ops->words->describe(p, x->actor, op, s);
        str_addf(s, ", ");
        blame_place(st, x->actor, op, s);
    }
    if (sends->len > named)
        str_addf(s, " and %zu others", sends->len - named);
}

/* Appends " (80,000 bytes each)", if all of them say how many they are. */
static void add_sizes(const struct state *st, const sends_vec *sends, struct str *s)
{
    uint32_t least = UINT32_MAX, most = 0;
    for (size_t i = 0; i < sends->len; i++) {
        uint32_t bytes = matching_made(st, sends->at[i].request)->bytes;
        least = bytes < least ? bytes : least;
        most = bytes > most ? bytes : most;
    }
    if (!least || most == UINT32_MAX)
        return;
    str_addf(s, " (");
    if (least != most) {
        str_count(s, least);
        str_addf(s, " to ");
    }
    str_counted(s, most, "byte");
    str_addf(s, least == most && sends->len > 1 ? " each)" : ")");
}

void blame_buffering(struct finding *f, const struct state *st)
{
    struct str s = {0};
    sends_vec waiting = {0}, buffered = {0};
    add_awaited(st, &waiting);
    if (!waiting.len)
        add_unreceived(st, &waiting);
    add_buffered(st, &buffered);
    if (waiting.len) {
        str_addf(&s, "this happens if ");
        add_sends(f, st, &waiting, &s);
        str_addf(&s, waiting.len == 1 ? " is not buffered" : " are not buffered");
        add_sizes(st, &waiting, &s);
    } else {
        str_addf(&s, "this happens if collective calls wait for all ranks, which MPI "
                     "allows");
    }
    if (buffered.len) {
        str_addf(&s, "; buffered: ");
        add_sends(f, st, &buffered, &s);
    }
    f->detail = s.text;
    vec_free(&waiting);
    vec_free(&buffered);
}
