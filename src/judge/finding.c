/* SPDX-License-Identifier: Apache-2.0
 *
 * finding.c - see finding.h. */
#include "judge/judge.h"
#include "judge/steps.h"
#include "judge/blame.h"
#include "kernel/inbox.h"
#include "kernel/mailbox.h"
#include "kernel/matching.h"
#include "kernel/schedule.h"
#include "kernel/wait.h"
#include "kernel/window.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* ---- who waits for whom ---- */

static enum actor_state state_of(const struct state *st, uint32_t actor)
{
    const struct actor *a = &st->actor[actor];
    if (a->pending.kind == OP_TAKE && !a->failed && !state_enabled(st, actor))
        return !a->pending.value                         ? ACTOR_ENDED
               : inbox_untaken(st, actor) < a->inbox.len ? ACTOR_BLOCKED
                                                         : ACTOR_IDLE;
    return a->failed                  ? ACTOR_FAILED
           : a->ended && !a->spins    ? ACTOR_ENDED
           : state_enabled(st, actor) ? ACTOR_READY
                                      : ACTOR_BLOCKED;
}

/* Finds a cycle of the wait-for graph through the actor, by depth-first search. */
static bool cycle_from(const struct finding *f, uint32_t start, uint32_t at, bool *seen,
                       events_vec *path)
{
    seen[at] = true;
    vec_push(path, at);
    for (size_t i = 0; i < f->actors.at[at].waits_for.len; i++) {
        uint32_t next = f->actors.at[at].waits_for.at[i];
        if (next == start || (!seen[next] && cycle_from(f, start, next, seen, path)))
            return true;
    }
    path->len--;
    return false;
}

/* Is the actor in the last call of an MPI program? */
static bool is_at_end(const struct finding *f, uint32_t actor)
{
    const char *call = f->actors.at[actor].call;
    return call && !strcmp(call, "Finalize");
}

/* Finds a cycle of actors that wait for each other. One through an actor that waits for
 * all others at its end says little, and is taken if there is no other one. */
static void find_cycle(struct finding *f)
{
    uint32_t n = (uint32_t)f->actors.len;
    bool *seen = mem_alloc(n);
    events_vec path = {0};
    for (uint32_t i = 0; i < 2 * n && !f->cycle.len; i++) {
        bool any = i >= n;
        for (uint32_t a = 0; a < n; a++)
            seen[a] = !any && is_at_end(f, a);
        path.len = 0;
        if (!seen[i % n] && cycle_from(f, i % n, i % n, seen, &path))
            for (size_t k = 0; k < path.len; k++)
                vec_push(&f->cycle, path.at[k]);
    }
    free(seen);
    vec_free(&path);
}

/* ---- steps ---- */

/* Describes the message that an actor got or saw. */
static void add_message(struct state *st, uint32_t actor, int32_t message, struct str *s)
{
    uint32_t from = message_sender(message);
    const struct posted *m =
        matching_message(st, from, matching_process(st, actor), message_number(message));
    str_addf(s, " <- %s (%lld)", program_name(st->program, from),
             (long long)matching_made(st, m)->value);
}

static void add_matching_outcome(struct state *st, const struct event *e, struct str *s)
{
    struct program *p = st->program;
    if (e->act.outcome == OUTCOME_FALSE) {
        str_addf(s, " -> nothing");
        return;
    }
    switch (e->op.kind) {
    case OP_MATCH:
    case OP_PROBE:
    case OP_IPROBE:
    case OP_TRYRECV:
        add_message(st, e->act.owner, e->act.outcome, s);
        break;
    case OP_FINISH:
    case OP_POLL: {
        const struct posted *r =
            matching_request(st, e->act.actor, e->op.args[e->act.outcome]);
        const struct op *op = matching_made(st, r);
        if (e->op.nargs == 1 && e->op.kind == OP_FINISH)
            str_addf(s, " done"); /* the match says what was received */
        else if (r->kind == OP_IRECV)
            add_message(st, e->act.actor, st->events.at[r->taken].act.outcome, s);
        else if (r->kind == OP_ISEND)
            str_addf(s, " => %s", program_name(p, (uint32_t)op->peer));
        else
            str_addf(s, " done");
        break;
    }
    case OP_CANCEL:
    case OP_RETRACT:
        str_addf(s, " -> %d", e->act.outcome);
        break;
    default:
        break;
    }
}

/* Describes the outcome of a step, if the statement alone does not tell it. */
static void add_outcome(struct state *st, const struct event *e, struct str *s)
{
    struct program *p = st->program;
    switch (e->op.kind) {
    case OP_WAIT:
    case OP_TEST:
        if (e->act.outcome == OUTCOME_FALSE) {
            str_addf(s, " -> 0");
        } else {
            uint32_t handle = e->op.args[e->act.outcome];
            const struct handle *h = &st->actor[e->act.actor].posts.at[handle];
            const struct post *other = mailbox_partner(st, e->act.actor, handle, NULL);
            uint32_t who = st->events.at[other->event].act.actor;
            str_addf(s, h->side ? " <- %s" : " => %s", program_name(p, who));
            if (h->side)
                str_addf(s, " (%lld)", (long long)other->value);
        }
        break;
    case OP_MTEST:
        str_addf(s, " -> %d", e->act.outcome != OUTCOME_FALSE);
        break;
    case OP_TAKE:
        str_addf(s, " ");
        p->ops->inboxes->describe_body(
            p, inbox_message(st, e->act.actor, e->act.outcome)->body, s);
        break;
    case OP_CHOOSE:
        str_addf(s, " -> %d", e->act.outcome);
        break;
    case OP_ASSERT:
        str_addf(s, e->op.value ? " holds" : " FAILS");
        break;
    case OP_JOIN:
        str_addf(s, " is in the queue");
        break;
    case OP_EFFECT:
    case OP_DIRECT:
        str_addf(s, e->op.kind == OP_EFFECT ? " takes effect" : " is carried out");
        if (e->op.access->reads)
            str_addf(s, " -> %lld",
                     (long long)st->parts.at[e->act.object].accesses.at[e->place].result);
        break;
    default:
        if (op_family(e->op.kind) == FAMILY_MATCHING)
            add_matching_outcome(st, e, s);
    }
}

/* The operation of an event, as the program called for it: a direct access is carried
 * out later. */
static struct op called(const struct event *e)
{
    struct op op = e->op;
    if (op.kind == OP_DIRECT)
        op.where = op.access->where;
    return op;
}

void finding_words(struct state *st, uint32_t event, struct str *s)
{
    const struct event *e = &st->events.at[event];
    struct op op = called(e);
    st->program->ops->words->describe(st->program, matching_rank(st, e->act.actor), &op,
                                      s);
    add_outcome(st, e, s);
}

static void add_steps(struct finding *f, struct state *st, const uint32_t *cut)
{
    struct program *p = st->program;
    uint32_t *number = steps_number(st, cut, 0), *level = steps_levels(st, 0);
    f->steps_before = st->events.len;
    for (uint32_t i = 0; i < st->events.len; i++) {
        const struct event *e = &st->events.at[i];
        if (!state_in_cut(st, i, cut))
            continue;
        struct str s = {0};
        uint32_t actor = matching_rank(st, e->act.actor);
        struct op op = called(e);
        finding_words(st, i, &s);
        struct step_part part = step_part(st, i, number);
        struct finding_step step = {
            .actor = actor,
            .text = s.text,
            .where = finding_locate(f, p->ops->words->location(p, actor, &op)),
            .role = part.role,
            .other = part.other,
            .level = level[i],
            .lost = part.lost};
        vec_push(&f->steps, step);
    }
    free(number);
    free(level);
    struct str schedule = {0};
    schedule_print(st, cut, &schedule);
    f->trace = schedule.text ? schedule.text : mem_strdup("");
}

/* Describes the messages that wait in an actor's inbox. */
static void add_waiting(struct state *st, uint32_t actor, struct str *s)
{
    struct program *p = st->program;
    const char *between = " none of: ";
    for (size_t i = 0; i < st->actor[actor].inbox.len; i++)
        if (st->actor[actor].inbox.at[i].taken == NO_EVENT) {
            str_addf(s, "%s", between);
            p->ops->inboxes->describe_body(p, st->actor[actor].inbox.at[i].body, s);
            between = ", ";
        }
}

static void add_actors(struct finding *f, struct state *st)
{
    struct program *p = st->program;
    for (uint32_t a = 0; a < p->nactors; a++) {
        struct finding_actor x = {.name = mem_strdup(program_name(p, a))};
        const struct actor *me = &st->actor[a];
        x.state = a + 1 == st->endless ? ACTOR_POLLS : state_of(st, a);
        if (x.state != ACTOR_IDLE && x.state != ACTOR_ENDED &&
            (!me->ended || me->spins)) {
            struct str s = {0};
            p->ops->words->describe(p, a, &me->pending, &s);
            if (me->pending.kind == OP_TAKE)
                add_waiting(st, a, &s);
            x.call = s.text;
            x.where = finding_locate(f, p->ops->words->location(p, a, &me->pending));
        }
        if (x.state == ACTOR_BLOCKED)
            wait_for(st, a, &x.waits_for);
        vec_push(&f->actors, x);
    }
}

/* ---- each kind ---- */

static const char *name_of(const struct finding *f, uint32_t actor)
{
    return f->actors.at[actor].name;
}

/* The first actor that has failed; st->nactors if there is none. */
static uint32_t failed_actor(const struct state *st)
{
    uint32_t a = 0;
    while (a < st->nactors && !st->actor[a].failed)
        a++;
    return a;
}

/* The first message that its receiver should have taken before it stopped; NULL if
 * there is none. */
static const struct message *dead_letter(const struct state *st, uint32_t *actor)
{
    struct program *p = st->program;
    for (*actor = 0; state_has_inboxes(st) && *actor < st->nactors; ++*actor) {
        const struct actor *a = &st->actor[*actor];
        for (size_t i = 0; i < a->inbox.len; i++)
            if (a->inbox.at[i].taken == NO_EVENT && a->pending.kind == OP_TAKE &&
                !a->pending.value &&
                p->ops->inboxes->minds(p, *actor, a->inbox.at[i].body))
                return &a->inbox.at[i];
    }
    return NULL;
}

static void describe_dead_letter(struct finding *f, struct state *st)
{
    struct str s = {0};
    const struct message *m = dead_letter(st, &f->actor);
    str_addf(&s, "%s stops before it takes ", name_of(f, f->actor));
    st->program->ops->inboxes->describe_body(st->program, m->body, &s);
    f->message = s.text;
}

static void describe_assertion(struct finding *f, struct state *st)
{
    struct program *p = st->program;
    struct str s = {0}, values = {0};
    const struct op *op = &st->actor[f->actor].pending;
    p->ops->words->describe(p, f->actor, op, &s);
    str_addf(&s, " fails in %s", name_of(f, f->actor));
    p->ops->words->explain(p, f->actor, op, &values);
    f->message = s.text;
    f->detail = values.text;
    f->where = finding_locate(f, p->ops->words->location(p, f->actor, op));
}

/* The operation by which an actor failed; its object is the kind of the finding. */
static const struct op *failing_op(const struct state *st, uint32_t actor)
{
    return &st->events.at[vec_last(&st->actor[actor].events)].op;
}

static enum finding_kind failure_kind(const struct op *op)
{
    return op->object ? (enum finding_kind)op->object : FINDING_ASSERTION;
}

/* Is it about the state as a whole, of which there is one, and not about an actor that
 * has failed, of which there can be several? */
static bool is_of_state(const struct state *st, enum finding_kind kind)
{
    return kind == FINDING_DEADLOCK || kind == FINDING_POTENTIAL_DEADLOCK ||
           kind == FINDING_DEAD_LETTER ||
           (kind == FINDING_NON_TERMINATION && st->endless);
}

static bool state_shows(const struct state *st, enum finding_kind kind)
{
    uint32_t receiver;
    switch (kind) {
    case FINDING_DEADLOCK:
        return !st->potential && !st->endless && wait_deadlocked(st);
    case FINDING_POTENTIAL_DEADLOCK:
        return st->potential && !st->endless && wait_deadlocked(st);
    case FINDING_DEAD_LETTER:
        return failed_actor(st) == st->nactors && !wait_deadlocked(st) &&
               dead_letter(st, &receiver);
    default:
        return true;
    }
}

uint32_t finding_next(const struct state *st, enum finding_kind kind, uint32_t from)
{
    if (is_of_state(st, kind))
        return !from && state_shows(st, kind) ? 0 : NO_ACTOR;
    for (uint32_t a = from; a < st->nactors && !st->potential; a++)
        if (st->actor[a].failed && failure_kind(failing_op(st, a)) == kind)
            return a;
    return NO_ACTOR;
}

bool finding_shows(const struct state *st, enum finding_kind kind)
{
    return finding_next(st, kind, 0) != NO_ACTOR;
}

static bool is_deadlock(enum finding_kind kind)
{
    return kind == FINDING_DEADLOCK || kind == FINDING_POTENTIAL_DEADLOCK;
}

static uint64_t site(const struct state *st, const struct op *op)
{
    struct program *p = st->program;
    return program_site(p, op);
}

/* The place of a deadlock: where every actor is. Most searches that meet one meet very
 * many, so this must be quick. */
static struct digest deadlock_place(const struct state *st, enum finding_kind kind)
{
    enum { FEW = 64 };
    uint32_t n = st->program->nactors;
    uint64_t few[FEW + 1], *d = n <= FEW ? few : mem_alloc((n + 1) * sizeof *d);
    d[n] = kind;
    for (uint32_t a = 0; a < n; a++)
        d[a] = site(st, &st->actor[a].pending) << 1 | (state_of(st, a) == ACTOR_BLOCKED);
    XXH128_hash_t h = XXH3_128bits(d, (n + 1) * sizeof *d);
    if (d != few)
        free(d);
    return (struct digest){h.low64, h.high64};
}

struct digest finding_place(const struct state *st, enum finding_kind kind,
                            uint32_t actor)
{
    XXH3_state_t on_stack, *x = &on_stack;
    if (is_deadlock(kind))
        return deadlock_place(st, kind);
    XXH3_128bits_reset(x);
    XXH3_128bits_update(x, &kind, sizeof kind);
    if (kind == FINDING_NON_TERMINATION && st->endless) {
        uint64_t d[2] = {st->endless, site(st, &st->actor[st->endless - 1].pending)};
        XXH3_128bits_update(x, d, sizeof d);
    } else if (kind == FINDING_DEAD_LETTER) {
        dead_letter(st, &actor);
        XXH3_128bits_update(x, &actor, sizeof actor);
    } else {
        uint64_t d[2] = {actor, site(st, failing_op(st, actor))};
        XXH3_128bits_update(x, d, sizeof d);
    }
    XXH128_hash_t h = XXH3_128bits_digest(x);
    return (struct digest){h.low64, h.high64};
}

const uint32_t *finding_cut(const struct state *st, enum finding_kind kind,
                            uint32_t actor)
{
    if (is_of_state(st, kind))
        return NULL;
    /* what happens before the failure */
    return state_clock(st, vec_last(&st->actor[actor].events));
}

struct finding *finding_without_steps(struct state *st, enum finding_kind kind,
                                      uint32_t actor)
{
    struct finding *f = finding_around(st, kind);
    bool deadlock = is_deadlock(kind);
    bool endless = kind == FINDING_NON_TERMINATION && st->endless;
    if (kind == FINDING_DEAD_LETTER) {
        describe_dead_letter(f, st);
    } else if (endless) {
        f->actor = st->endless - 1;
        blame_endless(f, st);
    } else if (deadlock) {
        find_cycle(f);
        blame_deadlock(f, st);
    } else {
        f->actor = actor;
        describe_assertion(f, st);
    }
    if (st->potential && (deadlock || endless))
        blame_buffering(f, st);
    return f;
}

struct finding *finding_of(struct state *st, enum finding_kind kind, uint32_t actor)
{
    struct finding *f = finding_without_steps(st, kind, actor);
    add_steps(f, st, finding_cut(st, kind, actor));
    return f;
}

/* ---- races ---- */

struct digest finding_race_place(const struct state *st, const struct rma_race *r)
{
    uint64_t places[2][2];
    for (int i = 0; i < 2; i++) {
        const struct event *e = &st->events.at[i ? r->b.event : r->a.event];
        struct op op = called(e);
        places[i][0] = matching_rank(st, e->act.actor);
        places[i][1] = site(st, &op);
    }
    bool swap = memcmp(places[0], places[1], sizeof places[0]) > 0;
    uint64_t d[5] = {FINDING_RMA_RACE, places[swap][0], places[swap][1], places[!swap][0],
                     places[!swap][1]};
    XXH128_hash_t h = XXH3_128bits(d, sizeof d);
    return (struct digest){h.low64, h.high64};
}

uint32_t *finding_race_cut(const struct state *st, const struct rma_race *r)
{
    uint32_t *cut = mem_alloc(st->nactors * sizeof *cut);
    for (uint32_t i = 0; i < st->nactors; i++) {
        uint32_t x = state_clock_entry(st, r->a.event, i);
        uint32_t y = state_clock_entry(st, r->b.event, i);
        cut[i] = x > y ? x : y;
    }
    return cut;
}

struct finding *finding_of_race(struct state *st, const struct rma_race *r)
{
    struct program *p = st->program;
    struct finding *f = finding_around(st, FINDING_RMA_RACE);
    struct str s = {0}, detail = {0};
    const struct event *first = &st->events.at[r->a.event],
                       *second = &st->events.at[r->b.event];
    uint32_t one = matching_rank(st, first->act.actor);
    uint32_t two = matching_rank(st, second->act.actor);
    struct op a = called(first), b = called(second);
    struct location where = p->ops->words->location(p, one, &a);
    f->actor = two;
    f->where = finding_locate(f, p->ops->words->location(p, two, &b));
    str_addf(&s, "'");
    p->ops->words->describe(p, two, &b, &s);
    str_addf(&s, "' of %s and '", name_of(f, two));
    p->ops->words->describe(p, one, &a, &s);
    str_addf(&s, "' of %s access the same memory of %s, and nothing orders them",
             name_of(f, one), name_of(f, second->act.object % st->program->nactors));
    str_addf(&detail, "the other access: %s:%u", where.file, where.line);
    f->message = s.text;
    f->detail = detail.text;
    uint32_t *cut = finding_race_cut(st, r);
    add_steps(f, st, cut);
    free(cut);
    return f;
}

struct finding *finding_around(struct state *st, enum finding_kind kind)
{
    struct finding *f = mem_alloc(sizeof *f);
    *f = (struct finding){.kind = kind, .outcomes = 1};
    add_actors(f, st);
    return f;
}
