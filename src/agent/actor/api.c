/* SPDX-License-Identifier: Apache-2.0
 *
 * api.c - the functions of include/mazurka_actor.h that setup and behaviours call. */
#include "agent/actor/system.h"

#include <stdio.h>
#include <string.h>

static struct system *behaviour_only(const char *otherwise)
{
    if (!mz_system || !mz_system->in_behaviour)
        host_misuse(otherwise);
    return mz_system;
}

static struct system *setup_only(const char *otherwise)
{
    if (!mz_system || !mz_system->in_setup)
        host_misuse(otherwise);
    return mz_system;
}

static struct system *anywhere(const char *otherwise)
{
    if (!mz_system || !(mz_system->in_setup || mz_system->in_behaviour))
        host_misuse(otherwise);
    return mz_system;
}

/* A copy of the text in the arena, which is freed when the step is taken back. */
static const char *text_of(struct system *s, const char *text)
{
    size_t n = strlen(text) + 1;
    return memcpy(arena_alloc(&s->arena, n), text, n);
}

static struct record *existing(struct system *s, mz_ref ref)
{
    return ref && ref <= s->slots.len ? system_record(s, ref - 1) : NULL;
}

/* The record of an actor that the caller may change: itself, or one that was created in
 * this step; in setup, any. */
static struct record *mine(struct system *s, mz_ref ref, const char *otherwise)
{
    struct record *r = existing(s, ref);
    bool ok = r && (s->in_setup || ref - 1 == s->current ||
                    (s->slots.at[ref - 1].parent == s->current &&
                     s->slots.at[ref - 1].nth >= s->children_before));
    if (!ok)
        host_misuse(otherwise);
    return r;
}

/* ---- creating ---- */

/* Appends the path of an actor's creators. ".2.1" is the first actor that the second
 * one of setup created. */
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
    for (char *c = r->name; *c; c++) /* characters that schedules use themselves are
                                        replaced */
        if (strchr(" \t\n,:.", *c))
            *c = '_';
    if (!s->in_setup || name_taken(s, r) || !strcmp(r->name, "main"))
        add_path(s, actor, r->name, sizeof r->name);
}

EXPORT mz_ref mz_spawn(const char *name, mz_behaviour *behaviour, const void *state,
                       size_t size)
{
    struct system *s = anywhere("mz_spawn is for setup and behaviours");
    uint32_t number;
    if (!behaviour)
        host_misuse("mz_spawn without a behaviour");
    uint32_t *count = s->in_setup ? &s->nfirst : &system_record(s, s->current)->children;
    struct record *r = system_create(s, s->current, *count, size, &number);
    ++*count;
    r->behaviour = behaviour;
    if (size && state)
        memcpy(r->state, state, size);
    set_name(s, r, number, name);
    return number + 1;
}

EXPORT void mz_constrain(mz_ref actor, mz_constraint *constraint)
{
    struct system *s = anywhere("mz_constrain is for setup and behaviours");
    mine(s, actor, "mz_constrain: not myself, nor created in this step")->constraint =
        constraint;
}

EXPORT void mz_always_at(mz_ref actor, mz_predicate *predicate, const char *text,
                         const char *file, int line)
{
    struct system *s = anywhere("mz_always is for setup and behaviours");
    struct record *r = mine(s, actor, "mz_always: not myself, nor created in this step");
    char words[256];
    snprintf(words, sizeof words, "%s does not hold (mz_always, %s:%d)", text, file,
             line);
    r->always = predicate;
    r->always_text = text_of(s, words);
}

/* ---- sending ---- */

/* Copies the data and then sends them. Copying may fault, if the data are not
 * accessible, so it comes first. */
static struct body *post(mz_ref to, int type, const void *data, size_t size)
{
    struct system *s = anywhere("mz_tell is for setup and behaviours");
    if (!existing(s, to))
        host_misuse("a message to nobody");
    if (type < 0)
        host_misuse("message types count from 0");
    if (size && !data)
        host_misuse("a message without its data");
    struct body *b = system_body(s, BODY_USER, size);
    b->type = type;
    if (size)
        memcpy(b->data, data, size);
    system_send(s, to - 1, b);
    return b;
}

EXPORT void mz_tell(mz_ref to, int type, const void *data, size_t size)
{
    post(to, type, data, size);
}

EXPORT void mz_ask(mz_ref to, int type, const void *data, size_t size, mz_behaviour *then)
{
    struct system *s = behaviour_only("mz_ask is for behaviours");
    struct record *r = system_record(s, s->current);
    if (r->awaited || !then)
        host_misuse(then ? "mz_ask while another answer is awaited"
                         : "mz_ask without a then");
    post(to, type, data, size)->ticket = r->awaited = ++r->tickets;
    r->then = then;
}

EXPORT void mz_reply(const struct mz_message *request, int type, const void *data,
                     size_t size)
{
    if (!request->ticket)
        host_misuse("mz_reply to a message that asks nothing");
    post(request->from, type, data, size)->answer = request->ticket;
}

/* ---- oneself ---- */

EXPORT mz_ref mz_me(void)
{
    return behaviour_only("mz_me is for behaviours")->current + 1;
}

EXPORT void mz_become(mz_behaviour *behaviour)
{
    struct system *s = behaviour_only("mz_become is for behaviours");
    if (!behaviour)
        host_misuse("mz_become without a behaviour");
    system_record(s, s->current)->behaviour = behaviour;
}

EXPORT void mz_stop(void)
{
    struct system *s = behaviour_only("mz_stop is for behaviours");
    system_record(s, s->current)->stopped = true;
}

EXPORT int mz_actor_choose(int n)
{
    struct system *s = behaviour_only("mz_choose is for behaviours");
    if (n < 1)
        host_misuse("mz_choose of nothing");
    if (s->chosen == s->nchosen)
        handle_choice(s, n, __builtin_return_address(0));
    return s->choice[s->chosen++];
}

EXPORT void mz_actor_fail(const char *text, const char *file, int line)
{
    char words[256];
    behaviour_only("mz_assert is for behaviours");
    host_values(text, __builtin_return_address(0));
    snprintf(words, sizeof words, "%s failed, %s:%d", text, file, line);
    host_fail(FINDING_ASSERTION, words);
}

/* ---- failures ---- */

EXPORT void mz_may_fail(mz_ref actor)
{
    struct system *s = anywhere("mz_may_fail is for setup and behaviours");
    struct record *r =
        mine(s, actor, "mz_may_fail: not myself, nor created in this step");
    if (r->may_fail)
        return;
    r->may_fail = true;
    if (s->in_setup) {
        vec_push(&s->fallible, actor);
    } else if (s->chaos) {
        struct body *b = system_body(s, BODY_USER, sizeof actor);
        memcpy(b->data, &actor, sizeof actor);
        system_send(s, s->chaos - 1, b);
    }
}

EXPORT void mz_watch(mz_ref watcher, mz_ref target)
{
    struct system *s = setup_only("mz_watch is for setup; behaviours use mz_monitor");
    if (!existing(s, watcher) || !existing(s, target))
        host_misuse("mz_watch of nobody");
    struct record *r = system_record(s, target - 1);
    struct monitors *m = arena_alloc(&s->arena, sizeof *m);
    *m = (struct monitors){watcher, r->monitors};
    r->monitors = m;
}

EXPORT void mz_monitor(mz_ref target)
{
    struct system *s = behaviour_only("mz_monitor is for behaviours");
    if (!existing(s, target))
        host_misuse("mz_monitor of nobody");
    system_send(s, target - 1, system_body(s, BODY_WATCH, 0));
}

/* ---- setup ---- */

EXPORT void mz_goal_at(const char *text, int (*reached)(void))
{
    struct system *s = setup_only("mz_goal is for setup");
    s->goal_text = text_of(s, text);
    s->goal = reached;
}

EXPORT const void *mz_peek(mz_ref actor)
{
    const struct record *r = mz_system ? existing(mz_system, actor) : NULL;
    return r && !r->stopped && !r->crashed ? host_lend(r->state, r->size) : NULL;
}

EXPORT void mz_allow_dead_letters(void)
{
    setup_only("mz_allow_dead_letters is for setup")->dead_letters = true;
}

EXPORT void mz_type_names(const char *const *names, int n)
{
    struct system *s = setup_only("mz_type_names is for setup");
    const char **copy = arena_alloc(&s->arena, (size_t)n * sizeof *copy);
    for (int i = 0; i < n; i++)
        copy[i] = text_of(s, names[i]);
    s->types = copy;
    s->ntypes = n;
}
