/* SPDX-License-Identifier: Apache-2.0
 *
 * handle.c - an actor handles one message.
 *
 * A behaviour runs to its end, natively, wherever the host lets it. Two things end it
 * before: a fault, and a choice whose value is not known yet. At a choice all that the
 * behaviour did is undone, and the actor's next operation is that choice; when the
 * kernel has picked a value the behaviour runs again from the start, now knowing one
 * choice more. So handling remains one atomic step whose effects appear at its end. */
#include "agent/actor/system.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

_Noreturn void handle_choice(struct system *s, int options, const void *site)
{
    struct record *r = system_record(s, s->current);
    r->options = options;
    r->where = host_site(site);
    host_leave(s, LEFT_CHOICE);
}

/* ---- monitors and crashes, which need no code of the user ---- */

static void tell_down(struct system *s, mz_ref watcher)
{
    struct body *b = system_body(s, BODY_USER, 0);
    b->type = MZ_DOWN;
    system_send(s, watcher - 1, b);
}

static void tell_monitors(struct system *s, const struct record *r)
{
    for (const struct monitors *m = r->monitors; m; m = m->next)
        tell_down(s, m->watcher);
}

static void watch(struct system *s, struct record *r, mz_ref watcher)
{
    struct monitors *m = arena_alloc(&s->arena, sizeof *m);
    *m = (struct monitors){watcher, r->monitors};
    r->monitors = m;
    if (r->stopped || r->crashed)
        tell_down(s, watcher);
}

/* ---- behaviours ---- */

static struct mz_message lend(const struct body *b)
{
    return (struct mz_message){b->from, b->type, host_lend(b->data, b->size), b->size,
                               b->ticket};
}

static void behave(struct system *s)
{
    struct record *r = system_record(s, s->current);
    const struct body *b = s->taken;
    void *state = host_lend(r->state, r->size);
    struct mz_message m = lend(b);
    mz_behaviour *behaviour = r->behaviour;
    if (r->awaited && b->answer == r->awaited) {
        behaviour = r->then;
        r->awaited = 0;
        r->then = NULL;
    }
    behaviour(state, &m);
    s->in_behaviour = false;
    if (r->always && !r->always(state))
        host_fail(FINDING_SAFETY, r->always_text);
    if (r->stopped)
        tell_monitors(s, r);
    if (state != r->state)
        memcpy(r->state, state, r->size);
}

/* Copies the record before the behaviour begins, so that the step can be undone. */
static void keep(struct system *s, const struct record *r)
{
    size_t bytes = sizeof *r + r->size;
    if (s->scratch_size < bytes) {
        s->scratch = mem_resize(s->scratch, bytes);
        s->scratch_size = bytes;
    }
    memcpy(s->scratch, r, bytes);
}

static void undo(struct system *s, uint32_t actor, struct arena_mark mark)
{
    struct record *r = system_record(s, actor);
    int options = r->options;
    uint32_t where = r->where;
    for (uint32_t n = s->scratch->children; n < r->children; n++)
        system_destroy(s, s->slots.at[actor].children.at[n]);
    memcpy(r, s->scratch, sizeof *r + r->size);
    r->options = options;
    r->where = where;
    s->sent.len = 0;
    arena_back_to(&s->arena, mark);
}

/* Restores the choices that were made so far while this message was being handled. */
static void recall(struct system *s, const struct record *r)
{
    int n = 0, *choices;
    for (const struct choices *c = r->choices; c; c = c->previous)
        n++;
    choices = arena_alloc(&s->arena, (size_t)n * sizeof *choices + 1);
    s->choice = choices;
    s->nchosen = n;
    s->chosen = 0;
    for (const struct choices *c = r->choices; c; c = c->previous)
        choices[--n] = c->value;
}

static void run_behaviour(struct system *s, struct record *r)
{
    recall(s, r);
    struct arena_mark mark = arena_mark(&s->arena);
    keep(s, r);
    s->children_before = r->children;
    s->in_behaviour = true;
    enum left left = host_run(s, behave);
    s->in_behaviour = false;
    switch (left) {
    case LEFT_CHOICE:
        undo(s, s->current, mark);
        break;
    case LEFT_FAULT: /* messages that it sent before the fault stay sent */
        r->faulty = true;
        r->wreck = s->wreck;
        break;
    case LEFT_DONE:
        r->handling = NULL;
        r->choices = NULL;
    }
}

/* Updates the digest of what the actor's steps did, as far as it must be the same when
 * a step is repeated. The contents of messages and states are not included, since
 * padding bytes may have any value. */
static void leave_trail(const struct system *s, struct record *r, const struct body *b)
{
    uint64_t d[] = {r->trail,          (uint64_t)b->kind, b->from,
                    (uint64_t)b->type, b->size,           r->children,
                    r->stopped,        r->faulty,         (uint64_t)r->options};
    uint64_t h = XXH3_64bits(d, sizeof d);
    for (size_t i = 0; i < s->sent.len; i++) {
        const struct body *sent = (const struct body *)(uintptr_t)s->sent.at[i].body;
        uint64_t e[] = {s->sent.at[i].to, (uint64_t)sent->kind, (uint64_t)sent->type,
                        sent->size};
        h = XXH3_64bits_withSeed(e, sizeof e, h);
    }
    r->trail = (uint32_t)h;
}

void handle(struct system *s, uint32_t actor, const struct body *b)
{
    struct record *r = system_record(s, actor);
    s->current = actor;
    s->taken = r->handling = b;
    switch (b->kind) {
    case BODY_CRASH:
        r->crashed = true;
        tell_monitors(s, r);
        r->handling = NULL;
        break;
    case BODY_WATCH:
        watch(s, r, b->from);
        r->handling = NULL;
        break;
    case BODY_USER:
        run_behaviour(s, r);
    }
    leave_trail(s, r, b);
    s->current = OUTSIDE;
}

/* ---- questions ---- */

static void ask_constraint(struct system *s)
{
    struct mz_message m = lend(s->taken);
    s->answer = s->asked->constraint(host_lend(s->asked->state, s->asked->size), &m);
}

static void ask_goal(struct system *s)
{
    s->answer = s->goal();
}

bool handle_constraint(struct system *s, const struct record *r, const struct body *b)
{
    s->asked = r;
    s->taken = b;
    if (host_run(s, ask_constraint) != LEFT_DONE)
        host_refuse(s, "the constraint", r->name);
    return s->answer;
}

bool handle_goal(struct system *s)
{
    if (host_run(s, ask_goal) != LEFT_DONE)
        host_refuse(s, "the goal", s->goal_text);
    return s->answer;
}
