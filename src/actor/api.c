/* SPDX-License-Identifier: Apache-2.0
 *
 * api.c - the functions of include/mazurka_actor.h that setup and behaviours call. */
#include "actor/system.h"

#include <stdio.h>
#include <string.h>

/* A call that makes no sense ends the step, or setup's chances. */
static void misuse(const char *text)
{
    struct system *s = mz_system;
    struct fault f = {FAILURE_MISUSE, text, NULL, 0};
    if (s && s->in_behaviour)
        handle_fault(s, f);
    if (s && !s->misuse.text) {
        s->misuse = f;
        system_stop(s);
    }
}

static struct system *behaviour_only(const char *otherwise)
{
    if (mz_system && mz_system->in_behaviour)
        return mz_system;
    misuse(otherwise);
    return NULL;
}

static struct system *setup_only(const char *otherwise)
{
    if (mz_system && mz_system->in_setup)
        return mz_system;
    misuse(otherwise);
    return NULL;
}

static struct system *anywhere(const char *otherwise)
{
    struct system *s = mz_system;
    if (s && (s->in_setup || s->in_behaviour))
        return s;
    misuse(otherwise);
    return NULL;
}

static struct record *existing(struct system *s, mz_ref ref)
{
    return ref && ref <= s->slots.len ? system_record(s, ref - 1) : NULL;
}

/* Oneself, or one that was created in this step; in setup, any. */
static struct record *mine(struct system *s, mz_ref ref, const char *otherwise)
{
    struct record *r = existing(s, ref);
    bool ok = r && (s->in_setup || ref - 1 == s->current ||
                    (s->slots.at[ref - 1].parent == s->current &&
                     s->slots.at[ref - 1].nth >= s->children_before));
    if (ok)
        return r;
    misuse(otherwise);
    return NULL;
}

/* ---- creating ---- */

/* ".2.1": the first actor that the second one of setup creates. */
static void add_path(const struct system *s, uint32_t actor, char *out, size_t size)
{
    if (s->slots.at[actor].parent != OUTSIDE)
        add_path(s, s->slots.at[actor].parent, out, size);
    size_t n = strlen(out);
    snprintf(out + n, size - n, ".%u", s->slots.at[actor].nth + 1);
}

static bool name_taken(const struct system *s, const struct record *r)
{
    for (uint32_t a = 0; a < s->numbered; a++) {
        const struct record *other = system_record(s, a);
        if (other && other != r && !strcmp(other->name, r->name))
            return true;
    }
    return false;
}

static void set_name(const struct system *s, struct record *r, uint32_t actor,
                     const char *name)
{
    snprintf(r->name, 24, "%s", name && *name ? name : "actor");
    for (char *c = r->name; *c; c++) /* schedules use these for themselves */
        if (strchr(" \t\n,:.", *c))
            *c = '_';
    if (!s->in_setup || name_taken(s, r) || !strcmp(r->name, "main"))
        add_path(s, actor, r->name, sizeof r->name);
}

mz_ref mz_spawn(const char *name, mz_behaviour *behaviour, const void *state, size_t size)
{
    struct system *s = anywhere("mz_spawn is for setup and behaviours");
    uint32_t number;
    if (!s)
        return MZ_NOBODY;
    if (!behaviour) {
        misuse("mz_spawn without a behaviour");
        return MZ_NOBODY;
    }
    uint32_t *count = s->in_setup ? &s->nfirst : &system_record(s, s->current)->children;
    struct record *r = system_create(s, s->current, *count, size, &number);
    if (!r) {
        misuse("more actors than expected");
        return MZ_NOBODY;
    }
    ++*count;
    r->behaviour = behaviour;
    if (size && state)
        memcpy(r->state, state, size);
    set_name(s, r, number, name);
    return number + 1;
}

void mz_constrain(mz_ref actor, mz_constraint *constraint)
{
    struct system *s = anywhere("mz_constrain is for setup and behaviours");
    struct record *r =
        s ? mine(s, actor, "mz_constrain: not myself, nor created in this step") : NULL;
    if (r)
        r->constraint = constraint;
}

void mz_always_at(mz_ref actor, mz_predicate *predicate, const char *text,
                  const char *file, int line)
{
    struct system *s = anywhere("mz_always is for setup and behaviours");
    struct record *r =
        s ? mine(s, actor, "mz_always: not myself, nor created in this step") : NULL;
    if (!r)
        return;
    r->always = predicate;
    r->always_at = (struct fault){FAILURE_SAFETY, text, file, line};
}

/* ---- sending ---- */

static struct body *post(mz_ref to, int type, const void *data, size_t size)
{
    struct system *s = anywhere("mz_tell is for setup and behaviours");
    if (!s)
        return NULL;
    if (!existing(s, to) || type < 0 || (size && !data)) {
        misuse(!existing(s, to) ? "a message to nobody"
               : type < 0       ? "message types count from 0"
                                : "a message without its data");
        return NULL;
    }
    struct body *b = system_send(s, to - 1, BODY_USER, size);
    b->type = type;
    if (size)
        memcpy(b->data, data, size);
    return b;
}

void mz_tell(mz_ref to, int type, const void *data, size_t size)
{
    post(to, type, data, size);
}

void mz_ask(mz_ref to, int type, const void *data, size_t size, mz_behaviour *then)
{
    struct system *s = behaviour_only("mz_ask is for behaviours");
    if (!s)
        return;
    struct record *r = system_record(s, s->current);
    if (r->awaited || !then) {
        misuse(then ? "mz_ask while another answer is awaited" : "mz_ask without a then");
        return;
    }
    struct body *b = post(to, type, data, size);
    b->ticket = r->awaited = ++r->tickets;
    r->then = then;
}

void mz_reply(const struct mz_message *request, int type, const void *data, size_t size)
{
    if (!request->ticket) {
        misuse("mz_reply to a message that asks nothing");
        return;
    }
    struct body *b = post(request->from, type, data, size);
    if (b)
        b->answer = request->ticket;
}

/* ---- oneself ---- */

mz_ref mz_me(void)
{
    struct system *s = behaviour_only("mz_me is for behaviours");
    return s ? s->current + 1 : MZ_NOBODY;
}

void mz_become(mz_behaviour *behaviour)
{
    struct system *s = behaviour_only("mz_become is for behaviours");
    if (s && behaviour)
        system_record(s, s->current)->behaviour = behaviour;
    else
        misuse("mz_become without a behaviour");
}

void mz_stop(void)
{
    struct system *s = behaviour_only("mz_stop is for behaviours");
    if (s)
        system_record(s, s->current)->stopped = true;
}

int mz_actor_choose(int n)
{
    struct system *s = behaviour_only("mz_choose is for behaviours");
    if (!s)
        return 0;
    if (n < 1)
        misuse("mz_choose of nothing");
    if (s->chosen == s->nchosen)
        handle_choice(s, n);
    return s->choice[s->chosen++];
}

void mz_actor_fail(const char *text, const char *file, int line)
{
    struct system *s = mz_system;
    struct fault f = {FAILURE_ASSERTION, text, file, line};
    if (s && s->in_behaviour)
        handle_fault(s, f);
    misuse("mz_assert is for behaviours");
}

/* ---- failures ---- */

void mz_may_fail(mz_ref actor)
{
    struct system *s = anywhere("mz_may_fail is for setup and behaviours");
    struct record *r =
        s ? mine(s, actor, "mz_may_fail: not myself, nor created in this step") : NULL;
    if (!r || r->may_fail)
        return;
    r->may_fail = true;
    if (s->in_setup) {
        vec_push(&s->fallible, actor);
    } else if (s->chaos) {
        struct body *b = system_send(s, s->chaos - 1, BODY_USER, sizeof actor);
        memcpy(b->data, &actor, sizeof actor);
    }
}

void mz_watch(mz_ref watcher, mz_ref target)
{
    struct system *s = setup_only("mz_watch is for setup; behaviours use mz_monitor");
    if (!s)
        return;
    if (!existing(s, watcher) || !existing(s, target)) {
        misuse("mz_watch of nobody");
        return;
    }
    struct record *r = system_record(s, target - 1);
    struct monitors *m = arena_alloc(&s->arena, sizeof *m);
    *m = (struct monitors){watcher, r->monitors};
    r->monitors = m;
}

void mz_monitor(mz_ref target)
{
    struct system *s = behaviour_only("mz_monitor is for behaviours");
    if (!s)
        return;
    if (!existing(s, target)) {
        misuse("mz_monitor of nobody");
        return;
    }
    system_send(s, target - 1, BODY_WATCH, 0);
}

/* ---- setup ---- */

void mz_goal_at(const char *text, int (*reached)(void))
{
    struct system *s = setup_only("mz_goal is for setup");
    if (!s)
        return;
    s->goal_text = text;
    s->goal = reached;
}

const void *mz_peek(mz_ref actor)
{
    const struct record *r = mz_system ? existing(mz_system, actor) : NULL;
    return r && !r->stopped && !r->crashed ? r->state : NULL;
}

void mz_allow_dead_letters(void)
{
    struct system *s = setup_only("mz_allow_dead_letters is for setup");
    if (s)
        s->dead_letters = true;
}

void mz_type_names(const char *const *names, int n)
{
    struct system *s = setup_only("mz_type_names is for setup");
    if (!s)
        return;
    s->types = names;
    s->ntypes = n;
}
