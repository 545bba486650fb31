/* SPDX-License-Identifier: Apache-2.0
 *
 * blame.c - see blame.h.
 *
 * That some actors wait for each other is true of every deadlock, and does not say what
 * to change. So we look for a reason first, the most telling one first: a message that
 * was sent and nearly fits; one that fitted and was taken by another receive; somebody
 * who has nothing more to send or to receive, or who never comes to a collective. Only
 * what is certain is said: that the others have made their last move is known, since
 * nobody can move, and whoever is blamed is not itself held up by a message. */
#include "judge/blame.h"
#include "kernel/inbox.h"
#include "kernel/matching.h"
#include "kernel/rules.h"

#include <string.h>

static const char *name_of(const struct finding *f, uint32_t actor)
{
    return f->actors.at[actor].name;
}

void blame_place(const struct state *st, uint32_t actor, const struct op *op,
                 struct str *s)
{
    struct program *p = st->program;
    if (p->ops->words->site) {
        str_addf(s, "%c%llx%c", PLACE_BEGIN, (unsigned long long)program_site(p, op),
                 PLACE_END);
        return;
    }
    struct location where = p->ops->words->location(p, actor, op);
    str_addf(s, "%s:%u", where.file, where.line);
}

/* ---- what an actor waits for ---- */

/* The i-th request that the actor's pending operation waits for or asks about, if that
 * is not complete; NULL: there is none. */
static const struct posted *awaited(const struct state *st, uint32_t actor, uint32_t i)
{
    const struct op *op = &st->actor[actor].pending;
    if ((op->kind != OP_FINISH && op->kind != OP_POLL) || i >= op->nargs)
        return NULL;
    return matching_request(st, actor, op->args[i]);
}

/* The i-th receive or probe that the actor waits for; NULL: there is none. */
static const struct op *wanted(const struct state *st, uint32_t actor, uint32_t i)
{
    const struct op *op = &st->actor[actor].pending;
    if (op_wants(op->kind))
        return i ? NULL : op;
    const struct posted *r = awaited(st, actor, i);
    return r && r->kind == OP_IRECV && r->taken == NO_EVENT && r->cancelled == NO_EVENT
               ? matching_made(st, r)
               : NULL;
}

/* The collective at which the actor waits; NULL: it does not. */
static const struct op *collective(const struct state *st, uint32_t actor)
{
    const struct posted *r = awaited(st, actor, 0);
    return r && r->kind == OP_ARRIVE ? matching_made(st, r) : NULL;
}

/* Does the actor stand at an operation that is this to the program? */
static bool is_at(const struct state *st, uint32_t actor, enum purpose p)
{
    const char *name;
    return program_purpose(st->program, actor, &st->actor[actor].pending, &name) == p;
}

/* Has the actor ended, or is it in the last call of an MPI program? */
static bool is_over(const struct state *st, uint32_t actor)
{
    return st->actor[actor].ended || is_at(st, actor, PURPOSE_END);
}

/* Does no message hold the actor up? It has ended or waits at a collective. */
static bool has_left(const struct state *st, uint32_t actor)
{
    return !st->actor[actor].failed && (st->actor[actor].ended || collective(st, actor));
}

/* Says where an actor is that has left: "has ended", "is in Barrier (f.c:3)". */
static void add_whereabouts(const struct finding *f, const struct state *st,
                            uint32_t actor, struct str *s)
{
    const struct finding_actor *a = &f->actors.at[actor];
    if (st->actor[actor].ended || !a->call) {
        str_addf(s, "has ended");
        return;
    }
    str_addf(s, "is in %s (", a->call);
    blame_place(st, actor, &st->actor[actor].pending, s);
    str_addf(s, ")");
}

/* Appends whom the actor waits for. */
static void add_whom(const struct finding *f, uint32_t actor, struct str *s)
{
    enum { NAMED = 3 };
    const struct finding_actor *a = &f->actors.at[actor];
    size_t n = a->waits_for.len;
    for (size_t i = 0; i < n && i < NAMED; i++)
        str_addf(s, "%s%s",
                 !i           ? ""
                 : i + 1 == n ? " and "
                              : ", ",
                 name_of(f, a->waits_for.at[i]));
    if (n > NAMED)
        str_addf(s, " and others");
}

/* Appends "a message with tag 3 from rank 1", as far as the receive names them; and
 * where the receive was posted, if that is not where the actor waits. */
static void add_wish(const struct finding *f, const struct state *st, uint32_t actor,
                     const struct op *want, struct str *s)
{
    const struct op *pending = &st->actor[actor].pending;
    if (want->tag == ANY && want->peer == ANY)
        str_addf(s, "a message");
    else if (want->tag == ANY)
        str_addf(s, "a message from %s", name_of(f, (uint32_t)want->peer));
    else if (want->peer == ANY)
        str_addf(s, "a message with tag %d", want->tag);
    else
        str_addf(s, "a message with tag %d from %s", want->tag,
                 name_of(f, (uint32_t)want->peer));
    if (st->program->ops->words->site && pending != want &&
        program_site(st->program, pending) != program_site(st->program, want)) {
        str_addf(s, " (posted at ");
        blame_place(st, actor, want, s);
        str_addf(s, ")");
    }
}

/* ---- messages that nearly fit ---- */

enum nearness { FAR, OTHER_SOURCE, OTHER_CONTEXT, OTHER_TAG };

static enum nearness nearness(const struct op *want, uint32_t from, const struct op *send)
{
    unsigned misfit = rule_misfit(op_pattern(want), op_envelope(send, from));
    return misfit == MISFIT_TAG       ? OTHER_TAG
           : misfit == MISFIT_CONTEXT ? OTHER_CONTEXT
           : misfit == MISFIT_SOURCE  ? OTHER_SOURCE
                                      : FAR;
}

/* Is the sender held up by nothing else than this send? */
static bool holds(const struct state *st, const struct unmatched *m)
{
    const struct posted *r = awaited(st, m->from, 0);
    return r && r->kind == OP_ISEND && r->event == m->event;
}

static void add_contexts(const struct state *st, const struct op *want,
                         const struct unmatched *m, struct str *s)
{
    const struct program_words *words = st->program->ops->words;
    const char *theirs = NULL, *ours = NULL;
    if (words->context) {
        theirs = words->context(st->program, &st->events.at[m->event].op);
        ours = words->context(st->program, want);
    }
    if (!theirs || !ours)
        str_addf(s, " on another communicator");
    else if (strcmp(theirs, ours))
        str_addf(s, " on %s instead of %s", theirs, ours);
    else
        str_addf(s, " by another kind of operation"); /* partitioned ones are apart */
}

static void add_nearness(const struct finding *f, const struct state *st,
                         const struct op *want, const struct unmatched *m,
                         enum nearness how, struct str *s)
{
    const struct op *send = &st->events.at[m->event].op;
    str_addf(s, "; %s has sent it one", name_of(f, m->from));
    if (how == OTHER_TAG)
        str_addf(s, " with tag %d", send->tag);
    else if (how == OTHER_CONTEXT)
        add_contexts(st, want, m, s);
    else if (want->tag != ANY)
        str_addf(s, " with that tag");
    str_addf(s, " (");
    blame_place(st, m->from, send, s);
    str_addf(s, "), which nobody receives");
}

/* Looks for the unmatched message that is nearest to what the actor waits for. With
 * `last`, only if its source sends no other. */
static enum nearness nearest(const struct state *st, uint32_t actor, bool last,
                             const unmatched_vec *unmatched, const struct op **want,
                             const struct unmatched **message)
{
    enum nearness best = FAR;
    const struct op *w;
    for (uint32_t i = 0; (w = wanted(st, actor, i)); i++)
        for (size_t k = 0; k < unmatched->len; k++) {
            const struct unmatched *m = &unmatched->at[k];
            enum nearness how = nearness(w, m->from, &st->events.at[m->event].op);
            bool rests = !last || w->peer == ANY || has_left(st, (uint32_t)w->peer) ||
                         (how > OTHER_SOURCE && holds(st, m));
            if (m->to != actor || how <= best || !rests)
                continue;
            best = how;
            *want = w;
            *message = m;
        }
    return best;
}

static bool blame_near_miss(struct finding *f, const struct state *st, struct str *s)
{
    unmatched_vec unmatched = {0};
    enum nearness best = FAR;
    const struct op *want = NULL;
    const struct unmatched *message = NULL;
    matching_unmatched(st, &unmatched);
    for (uint32_t a = 0; a < f->actors.len; a++) {
        const struct op *w;
        const struct unmatched *m;
        enum nearness how = f->actors.at[a].state == ACTOR_BLOCKED
                                ? nearest(st, a, true, &unmatched, &w, &m)
                                : FAR;
        if (how <= best || how == OTHER_SOURCE) /* blame_source() looks at these */
            continue;
        best = how;
        want = w;
        message = m;
        f->actor = a;
    }
    if (best) {
        str_addf(s, "%s waits for ", name_of(f, f->actor));
        add_wish(f, st, f->actor, want, s);
        add_nearness(f, st, want, message, best, s);
    }
    vec_free(&unmatched);
    return best;
}

/* ---- messages that do not come any more ---- */

/* Counts the messages of that sender that fit, all of which were taken, and sets *last
 * to the event that took the last of them. */
static uint32_t count_fitting(const struct state *st, uint32_t actor,
                              const struct op *want, uint32_t from, uint32_t *last)
{
    const struct channel *c = matching_channel(st, from, matching_process(st, actor));
    uint32_t n = 0;
    for (uint32_t k = 0; k < c->sends.len; k++) {
        const struct posted *m = matching_request(st, from, c->sends.at[k]);
        struct envelope e = op_envelope(matching_made(st, m), from);
        if (m->taken == NO_EVENT ||
            rule_misfit(op_pattern(want), e) & ~(unsigned)MISFIT_SOURCE)
            continue;
        *last = m->taken;
        n++;
    }
    return n;
}

/* Says that somebody else has sent such a message, if there is one. */
static void add_other_source(const struct finding *f, const struct state *st,
                             uint32_t actor, struct str *s)
{
    unmatched_vec unmatched = {0};
    const struct op *want;
    const struct unmatched *m;
    matching_unmatched(st, &unmatched);
    if (nearest(st, actor, true, &unmatched, &want, &m) == OTHER_SOURCE)
        add_nearness(f, st, want, m, OTHER_SOURCE, s);
    vec_free(&unmatched);
}

/* The actor waits for a message of somebody who does not send any more. */
static bool blame_source(struct finding *f, const struct state *st, uint32_t actor,
                         const struct op *want, struct str *s)
{
    uint32_t last = NO_EVENT, from = (uint32_t)want->peer;
    if (want->peer == ANY || from == actor || !has_left(st, from))
        return false;
    uint32_t n = count_fitting(st, actor, want, from, &last);
    f->actor = actor;
    str_addf(s, "%s waits for ", name_of(f, actor));
    add_wish(f, st, f->actor, want, s);
    str_addf(s, ", which ");
    add_whereabouts(f, st, from, s);
    if (!is_over(st, from)) {
        str_addf(s, n ? ", where it waits for " : " and waits for ");
        add_whom(f, from, s);
        if (!n) /* it may mean to send it afterwards */
            return true;
        str_addf(s, ",");
    }
    if (!n) {
        str_addf(s, " and never sends it");
        add_other_source(f, st, actor, s);
        return true;
    }
    const struct event *e = &st->events.at[last];
    bool any = e->op.peer == ANY || e->op.tag == ANY;
    str_addf(s, " and has sent %s", n == 1 ? "one" : "");
    if (n > 1)
        str_addf(s, "%u", n);
    if (any) {
        str_addf(s, "; ");
        st->program->ops->words->describe(st->program, actor, &e->op, s);
        str_addf(s, " (");
        blame_place(st, actor, &e->op, s);
        str_addf(s, ") has taken %s", n == 1 ? "it" : "the last of them");
    } else {
        str_addf(s, ", received at ");
        blame_place(st, actor, &e->op, s);
    }
    return true;
}

/* The actor waits until a message is received by somebody who receives no more. */
static bool blame_receiver(struct finding *f, const struct state *st, uint32_t actor,
                           struct str *s)
{
    const struct posted *r = awaited(st, actor, 0);
    if (!r || r->kind != OP_ISEND || r->received != NO_EVENT)
        return false;
    uint32_t to = (uint32_t)matching_made(st, r)->peer;
    if (to == actor) {
        f->actor = actor;
        str_addf(s,
                 "%s sends a message to itself, and waits until it is received before "
                 "it receives it",
                 name_of(f, actor));
        return true;
    }
    if (!has_left(st, to))
        return false;
    f->actor = actor;
    str_addf(s, "%s waits until its message is received, but %s ", name_of(f, actor),
             name_of(f, to));
    add_whereabouts(f, st, to, s);
    if (is_over(st, to)) {
        str_addf(s, " and receives no more");
    } else {
        str_addf(s, " and waits for ");
        add_whom(f, to, s);
    }
    return true;
}

static void add_received(uint32_t n, struct str *s)
{
    if (n)
        str_addf(s,
                 n == 1 ? "; one such message was received before"
                        : "; %u such messages were received before",
                 n);
}

/* Appends where the others are, who have all left: "rank 1 and rank 2 are in
 * Finalize". */
static void add_others(const struct finding *f, const struct state *st, uint32_t actor,
                       struct str *s)
{
    bool all_end = true;
    for (uint32_t a = 0; a < f->actors.len; a++)
        all_end &= a == actor || is_over(st, a);
    if (all_end) {
        str_addf(s, f->actors.len == 1 ? "there is no other rank"
                                       : "all others have come to their end");
        return;
    }
    uint32_t a = 0;
    while (a == actor || is_over(st, a))
        a++;
    str_addf(s, "%s ", name_of(f, a));
    add_whereabouts(f, st, a, s);
    str_addf(s, " and waits for ");
    add_whom(f, a, s);
}

/* The actor waits for a message of anybody, and nobody sends any more. */
static bool blame_anybody(struct finding *f, const struct state *st, uint32_t actor,
                          const struct op *want, struct str *s)
{
    uint32_t n = 0, last;
    if (want->peer != ANY)
        return false;
    for (uint32_t a = 0; a < f->actors.len; a++) {
        if (a != actor && !has_left(st, a))
            return false;
        n += count_fitting(st, actor, want, a, &last);
    }
    f->actor = actor;
    str_addf(s, "%s waits for ", name_of(f, actor));
    add_wish(f, st, actor, want, s);
    str_addf(s, ", and nobody sends one%s: ", n ? " any more" : "");
    add_others(f, st, actor, s);
    add_received(n, s);
    return true;
}

static bool blame_message(struct finding *f, const struct state *st, struct str *s)
{
    for (uint32_t a = 0; a < f->actors.len; a++) {
        const struct op *want;
        if (f->actors.at[a].state != ACTOR_BLOCKED)
            continue;
        for (uint32_t i = 0; (want = wanted(st, a, i)); i++)
            if (blame_source(f, st, a, want, s) || blame_anybody(f, st, a, want, s))
                return true;
        if (blame_receiver(f, st, a, s))
            return true;
    }
    return false;
}

/* ---- collectives to which somebody never comes ---- */

/* Counts how often the actor has come to the same collective of the communicator. */
static uint32_t count_arrivals(const struct state *st, uint32_t actor,
                               const struct op *like)
{
    uint32_t n = 0;
    for (size_t i = 0; i < st->actor[actor].requests.len; i++) {
        const struct posted *r = &st->actor[actor].requests.at[i];
        n += r->kind == OP_ARRIVE && matching_made(st, r)->object == like->object &&
             matching_made(st, r)->call == like->call;
    }
    return n;
}

static const char *ordinal(uint32_t n)
{
    uint32_t last = n % 100 / 10 == 1 ? 0 : n % 10;
    return last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th";
}

/* Says to which collective somebody does not come, and how often it has come before. */
static void add_times(const struct finding *f, const struct state *st, uint32_t waits,
                      uint32_t absent, struct str *s)
{
    const char *call = f->actors.at[waits].call, *who = name_of(f, absent);
    uint32_t n = count_arrivals(st, absent, collective(st, waits));
    if (!n) {
        str_addf(s, "%s never comes to %s, where %s waits: it ", who, call,
                 name_of(f, waits));
        return;
    }
    str_addf(s, "%s comes to %s ", who, call);
    if (n > 2)
        str_addf(s, "%u times", n);
    else
        str_addf(s, n == 1 ? "once" : "twice");
    str_addf(s, ", and %s waits there for the %u%s: %s ", name_of(f, waits), n + 1,
             ordinal(n + 1), who);
}

static bool blame_absent(struct finding *f, const struct state *st, struct str *s)
{
    for (uint32_t a = 0; a < f->actors.len; a++) {
        const struct finding_actor *x = &f->actors.at[a];
        if (x->state != ACTOR_BLOCKED || is_over(st, a) || !collective(st, a))
            continue;
        for (size_t i = 0; i < x->waits_for.len; i++) {
            uint32_t absent = x->waits_for.at[i];
            if (!is_over(st, absent) || st->actor[absent].failed)
                continue;
            f->actor = a;
            add_times(f, st, a, absent, s);
            add_whereabouts(f, st, absent, s);
            return true;
        }
    }
    return false;
}

/* ---- locks and epochs of windows ---- */

/* Somebody waits for the end of an epoch in a rank that has gone on without it. */
static bool blame_incomplete(struct finding *f, const struct state *st, struct str *s)
{
    for (uint32_t a = 0; a < f->actors.len; a++) {
        const struct finding_actor *x = &f->actors.at[a];
        if (x->state != ACTOR_BLOCKED || !x->waits_for.len || !x->call ||
            !is_at(st, a, PURPOSE_EPOCH_END))
            continue;
        uint32_t other = x->waits_for.at[0];
        if (!collective(st, other))
            continue;
        f->actor = a;
        str_addf(s,
                 "%s waits in Win_wait for %s, which does not come to Win_complete: it ",
                 x->name, name_of(f, other));
        add_whereabouts(f, st, other, s);
        return true;
    }
    return false;
}

/* The request of a window for which the actor's pending operation waits: a wlock, or the
 * arrive that opens an epoch; NULL: it waits for something else. */
static const struct posted *window_request(const struct state *st, uint32_t actor)
{
    const struct op *op = &st->actor[actor].pending;
    if (op->kind == OP_FINISH && op->nargs == 1) {
        const struct posted *r = matching_request(st, actor, op->args[0]);
        if (r->kind == OP_WLOCK)
            return r;
        if (r->kind != OP_ATOMIC && r->kind != OP_UNLOCKING)
            return NULL;
        op = matching_made(st, r);
    } else if (op_family(op->kind) != FAMILY_WINDOW) {
        return NULL;
    }
    return op->under == NO_LOCK ? NULL : matching_request(st, actor, op->under);
}

/* Says for which lock or epoch the actor waits. */
static void add_window_wait(const struct finding *f, const struct state *st,
                            const struct posted *r, struct str *s)
{
    const struct finding_actor *a = &f->actors.at[f->actor];
    const struct finding_actor *other =
        a->waits_for.len ? &f->actors.at[a->waits_for.at[0]] : a;
    const struct op *op = matching_made(st, r);
    if (r->kind == OP_WLOCK)
        str_addf(s, "%s waits for the lock on a window of %s that %s %s", a->name,
                 name_of(f, (uint32_t)op->peer), other->name,
                 other->state == ACTOR_ENDED ? "never gives back" : "holds");
    else
        str_addf(s, "%s waits for an epoch that %s does not open", a->name, other->name);
}

/* ---- everything else ---- */

/* Names the actors of the cycle; if there are many, the first of them. */
static void add_cycle(const struct finding *f, struct str *s)
{
    enum { NAMED = 4 };
    size_t n = f->cycle.len, shown = n > NAMED + 1 ? NAMED : n;
    for (size_t i = 0; i < shown; i++)
        str_addf(s, "%s%s", i ? (i + 1 == n ? " and " : ", ") : "",
                 name_of(f, f->cycle.at[i]));
    if (shown < n)
        str_addf(s, " and %zu more", n - shown);
}

/* Do all actors of the cycle wait for requests of this kind? */
static bool all_wait(const struct finding *f, const struct state *st, enum op_kind kind)
{
    for (size_t i = 0; i < f->cycle.len; i++) {
        const struct posted *r = awaited(st, f->cycle.at[i], 0);
        if (!r || r->kind != kind)
            return false;
    }
    return true;
}

/* Has every actor of the cycle been sent a message by the one that it waits for, which
 * nearly fits? Then it is more than an order of calls that is wrong. */
static bool blame_missed(struct finding *f, const struct state *st, struct str *s)
{
    unmatched_vec unmatched = {0};
    const struct op *want = NULL;
    const struct unmatched *message = NULL;
    enum nearness how = FAR;
    matching_unmatched(st, &unmatched);
    for (size_t i = f->cycle.len; i-- > 0;) {
        how = nearest(st, f->cycle.at[i], false, &unmatched, &want, &message);
        if (how <= OTHER_SOURCE)
            break;
    }
    if (how > OTHER_SOURCE) {
        f->actor = f->cycle.at[0];
        str_addf(s, "%s waits for ", name_of(f, f->actor));
        add_wish(f, st, f->actor, want, s);
        add_nearness(f, st, want, message, how, s);
    }
    vec_free(&unmatched);
    return how > OTHER_SOURCE;
}

/* Appends in which call each actor of a short cycle is. */
static void add_calls(const struct finding *f, struct str *s)
{
    enum { FEW = 3 };
    for (size_t i = 0; i < f->cycle.len && f->cycle.len <= FEW; i++) {
        const struct finding_actor *a = &f->actors.at[f->cycle.at[i]];
        str_addf(s, "%s%s in %s", i ? ", " : ": ", a->name, a->call);
    }
}

/* Do all actors of the cycle wait for locks on windows? */
static bool all_want_locks(const struct finding *f, const struct state *st)
{
    for (size_t i = 0; i < f->cycle.len; i++) {
        const struct posted *r =
            st->program->windows ? window_request(st, f->cycle.at[i]) : NULL;
        if (!r || r->kind != OP_WLOCK)
            return false;
    }
    return true;
}

static void blame_cycle(const struct finding *f, const struct state *st, struct str *s)
{
    add_cycle(f, s);
    str_addf(s, " wait for each other");
    if (all_wait(f, st, OP_ISEND))
        str_addf(s, ": each sends before it receives");
    else if (all_wait(f, st, OP_IRECV))
        str_addf(s, ": each receives before it sends");
    else if (all_wait(f, st, OP_ARRIVE))
        add_calls(f, s);
    else if (all_want_locks(f, st))
        str_addf(s, ": each wants a lock on a window that %s holds",
                 f->cycle.len == 2 ? "the other" : "another");
}

/* What the actor waits for, and why in vain, if its message stands for something else.
 * False: it is a message of the program's own. */
static bool blame_made(const struct finding *f, const struct state *st, struct str *s)
{
    static const struct {
        const char *waits, *why;
    } made[] = {[PURPOSE_SEMAPHORE] = {"for semaphore", "which nobody releases any more"},
                [PURPOSE_BARRIER] = {"at barrier", "to which somebody does not come"},
                [PURPOSE_CONDITION] = {"for condition", "which nobody signals any more"},
                [PURPOSE_OWN] = {"for its own call of", "which it has not made"}};
    const char *name = NULL;
    enum purpose p =
        program_purpose(st->program, f->actor, &st->actor[f->actor].pending, &name);
    if (name)
        str_addf(s, "%s waits %s %s, %s", f->actors.at[f->actor].name, made[p].waits,
                 name, made[p].why);
    return name;
}

static void blame_pending(const struct finding *f, const struct state *st, struct str *s)
{
    const struct finding_actor *a = &f->actors.at[f->actor];
    const struct op *op = &st->actor[f->actor].pending;
    if (op->kind == OP_MWAIT && a->waits_for.len) {
        const struct finding_actor *owner = &f->actors.at[a->waits_for.at[0]];
        str_addf(s, "%s waits for a mutex that %s %s", a->name, owner->name,
                 owner->state == ACTOR_ENDED ? "never unlocks" : "holds");
    } else if (st->program->windows && window_request(st, f->actor)) {
        add_window_wait(f, st, window_request(st, f->actor), s);
    } else if (op->kind == OP_FINISH && op->nargs) {
        if (blame_made(f, st, s))
            return;
        const struct posted *r = matching_request(st, f->actor, op->args[0]);
        static const char *const why[] = {
            [OP_IRECV] = "%s waits for a message that nobody will send",
            [OP_ISEND] = "%s waits until its message is received, and nobody will",
            [OP_ARRIVE] = "%s waits for others to take part, and they will not",
            [OP_WLOCK] = "%s waits for a lock on a window",
            [OP_ATOMIC] = "%s waits for an access to a window",
            [OP_UNLOCKING] = "%s waits for a lock on a window",
        };
        if (r->kind == OP_IRECV && matching_made(st, r)->peer == (int32_t)f->actor)
            str_addf(s, "%s waits for a message from itself, which it has not sent",
                     a->name);
        else
            str_addf(s, why[r->kind], a->name);
        if (r->kind == OP_ARRIVE)
            str_addf(s, ": %s", a->call);
    } else if (op->kind == OP_PROBE) {
        str_addf(s, "%s waits for a message that nobody will send", a->name);
    } else if (op->kind == OP_WAIT) {
        bool receive = st->actor[f->actor].posts.at[op->args[0]].side == 1;
        if (blame_made(f, st, s))
            return;
        str_addf(s,
                 receive ? "%s waits for a message that nobody will send"
                         : "%s waits until its message is received, and nobody will",
                 a->name);
    } else if (op->kind == OP_TAKE) {
        size_t i = inbox_untaken(st, f->actor);
        str_addf(s, "%s will never take ", a->name);
        st->program->ops->inboxes->describe_body(st->program,
                                                 st->actor[f->actor].inbox.at[i].body, s);
    } else {
        str_addf(s, "%s cannot go on", a->name);
    }
}

void blame_deadlock(struct finding *f, const struct state *st)
{
    struct str s = {0};
    f->actor = f->cycle.len ? f->cycle.at[0] : 0;
    while (!f->cycle.len && f->actor < f->actors.len &&
           f->actors.at[f->actor].state != ACTOR_BLOCKED)
        f->actor++;
    if (f->actor == f->actors.len) { /* no actor is to blame: only the goal is missed */
        f->actor = 0;
        str_addf(&s, "the goal is not reached: %s",
                 st->program->ops->inboxes->unmet(st->program));
        f->message = s.text;
        return;
    }
    bool known = st->program->matching &&
                 (blame_near_miss(f, st, &s) || blame_message(f, st, &s) ||
                  blame_absent(f, st, &s) || blame_incomplete(f, st, &s) ||
                  (f->cycle.len > 1 && blame_missed(f, st, &s)));
    if (!known && f->cycle.len <= 1)
        known = blame_sync(f, st, &s);
    if (!known && f->cycle.len > 1)
        blame_cycle(f, st, &s);
    else if (!known)
        blame_pending(f, st, &s);
    f->where = f->actors.at[f->actor].where;
    f->message = s.text;
}

/* Says why the message that the actor looks for does not come. */
static void add_absence(const struct finding *f, const struct state *st, uint32_t actor,
                        const struct op *want, struct str *s)
{
    uint32_t from = (uint32_t)want->peer;
    if (want->peer == ANY) {
        uint32_t n = 0, last;
        for (uint32_t a = 0; a < f->actors.len; a++)
            n += count_fitting(st, actor, want, a, &last);
        str_addf(s, ", and nobody sends one%s", n ? " any more" : "");
        add_received(n, s);
        return;
    }
    const struct finding_actor *a = &f->actors.at[from];
    if (from == actor || a->state == ACTOR_FAILED ||
        (a->state != ACTOR_BLOCKED && a->state != ACTOR_ENDED)) {
        str_addf(s, ", which never comes");
        return;
    }
    str_addf(s, ", which ");
    add_whereabouts(f, st, from, s);
    if (is_over(st, from)) {
        str_addf(s, " and never sends it");
        add_other_source(f, st, actor, s);
    } else if (a->waits_for.len) {
        str_addf(s, " and waits for ");
        add_whom(f, from, s);
    }
}

/* The message that a probe sees; NULL: there is none. */
static const struct unmatched *sighted(const struct state *st, uint32_t actor,
                                       const struct op *want,
                                       const unmatched_vec *unmatched)
{
    for (size_t i = 0; i < unmatched->len; i++) {
        const struct unmatched *m = &unmatched->at[i];
        const struct op *send = &st->events.at[m->event].op;
        if (m->to == actor && rule_fits(op_pattern(want), op_envelope(send, m->from)))
            return m;
    }
    return NULL;
}

void blame_endless(struct finding *f, const struct state *st)
{
    struct str s = {0};
    unmatched_vec unmatched = {0};
    const struct op *want;
    const struct unmatched *message;
    if (op_family(st->actor[f->actor].pending.kind) == FAMILY_SYNC) {
        const struct op *op = &st->actor[f->actor].pending;
        str_addf(&s, "%s goes round a loop for ever: nobody will change %s",
                 name_of(f, f->actor),
                 st->program->ops->objects->object_name(st->program, op->object));
        f->message = s.text;
        f->where = f->actors.at[f->actor].where;
        return;
    }
    str_addf(&s, "%s polls for ever: ", name_of(f, f->actor));
    if (st->program->matching)
        matching_unmatched(st, &unmatched);
    enum nearness how = nearest(st, f->actor, true, &unmatched, &want, &message);
    const struct posted *r = awaited(st, f->actor, 0);
    if (how > OTHER_SOURCE) {
        str_addf(&s, "it looks for ");
        add_wish(f, st, f->actor, want, &s);
        add_nearness(f, st, want, message, how, &s);
    } else if ((want = wanted(st, f->actor, 0)) &&
               (message = sighted(st, f->actor, want, &unmatched))) {
        str_addf(&s, "it sees the message of %s (", name_of(f, message->from));
        blame_place(st, message->from, &st->events.at[message->event].op, &s);
        str_addf(&s, ") again and again, and does not receive it");
    } else if (want) {
        str_addf(&s, "it looks for ");
        add_wish(f, st, f->actor, want, &s);
        add_absence(f, st, f->actor, want, &s);
    } else if (r && r->kind == OP_ISEND && r->received == NO_EVENT) {
        uint32_t to = (uint32_t)matching_made(st, r)->peer;
        str_addf(&s, "the message that it has sent to %s (", name_of(f, to));
        blame_place(st, f->actor, matching_made(st, r), &s);
        str_addf(&s, ") is never received");
    } else {
        str_addf(&s, "what it looks for never comes");
    }
    f->message = s.text;
    f->where = f->actors.at[f->actor].where;
    vec_free(&unmatched);
}
