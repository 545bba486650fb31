/* SPDX-License-Identifier: Apache-2.0
 *
 * system.c - see system.h: actors as a program of the kernel. */
#include "agent/actor/system.h"
#include "base/str.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* The only mutable global: functions that a behaviour calls have no argument from which
 * they could find the system. */
struct system *mz_system;

struct image {
    struct arena_mark mark;
    struct record *record;
};

static struct system *system_of(struct program *p)
{
    return (struct system *)(void *)p;
}

struct system *system_new(void)
{
    struct system *s = mem_alloc(sizeof *s);
    s->program.ops = &actor_ops;
    s->current = OUTSIDE;
    return s;
}

void system_free(struct system *s)
{
    if (!s)
        return;
    for (uint32_t a = 0; a < s->slots.len; a++) {
        free(s->slots.at[a].record);
        vec_free(&s->slots.at[a].children);
    }
    vec_free(&s->slots);
    vec_free(&s->first);
    vec_free(&s->sent);
    vec_free(&s->initial);
    vec_free(&s->fallible);
    arena_free(&s->arena);
    free(s->scratch);
    free(s);
}

/* ---- numbers and records ---- */

uint32_t system_number(struct system *s, uint32_t creator, uint32_t nth)
{
    struct actor_slot fresh = {.parent = creator, .nth = nth};
    uint32_t *known = creator == OUTSIDE ? s->first.at : s->slots.at[creator].children.at;
    size_t n = creator == OUTSIDE ? s->first.len : s->slots.at[creator].children.len;
    if (nth < n)
        return known[nth];
    uint32_t number = s->numbered++;
    if (creator == OUTSIDE)
        vec_push(&s->first, number);
    else
        vec_push(&s->slots.at[creator].children, number);
    if (number == s->slots.len)
        vec_push(&s->slots, fresh);
    s->slots.at[number].parent = creator;
    s->slots.at[number].nth = nth;
    host_born(&s->slots.at[number], number);
    return number;
}

struct record *system_create(struct system *s, uint32_t creator, uint32_t nth,
                             size_t size, uint32_t *number)
{
    if (!s->in_setup && s->numbered == s->program.nactors &&
        nth >= s->slots.at[creator].children.len)
        host_crowded(s);
    *number = system_number(s, creator, nth);
    struct actor_slot *slot = &s->slots.at[*number];
    assert(!slot->record);
    slot->record = mem_alloc(sizeof *slot->record + size);
    slot->record->size = size;
    return slot->record;
}

void system_destroy(struct system *s, uint32_t actor)
{
    free(s->slots.at[actor].record);
    s->slots.at[actor].record = NULL;
}

void system_ready(struct system *s, uint32_t slots)
{
    if (slots < s->numbered)
        slots = s->numbered;
    while (s->slots.len < slots)
        vec_push(&s->slots, (struct actor_slot){0});
    s->program.nactors = (uint32_t)s->slots.len;
    s->in_setup = false;
}

struct body *system_body(struct system *s, enum body_kind kind, size_t size)
{
    struct body *b = arena_alloc(&s->arena, sizeof *b + size);
    *b = (struct body){.kind = kind, .size = size};
    b->from = s->current == OUTSIDE ? MZ_NOBODY : s->current + 1;
    return b;
}

void system_send(struct system *s, uint32_t to, const struct body *b)
{
    struct sent sent = {to, (uint64_t)(uintptr_t)b};
    if (s->in_setup)
        vec_push(&s->initial, sent);
    else
        vec_push(&s->sent, sent);
}

/* ---- the kernel's questions ---- */

static const struct body *body_of(uint64_t body)
{
    return (const struct body *)(uintptr_t)body;
}

/* The behaviour that will handle the next message. */
static const void *behaviour_of(const struct record *r)
{
    return (const void *)(uintptr_t)(r->awaited ? r->then : r->behaviour);
}

static bool next(struct program *p, uint32_t actor, struct op *op)
{
    const struct record *r = system_record(system_of(p), actor);
    *op = (struct op){.kind = OP_TAKE, .value = 1};
    if (!r)
        return true; /* the actor may be created later */
    if (r->faulty)
        op->kind = OP_ASSERT, op->value = 0;
    else if (r->options)
        op->kind = OP_CHOOSE, op->value = r->options;
    else
        op->value = !r->stopped && !r->crashed;
    op->where = r->options ? r->where : host_site((const char *)behaviour_of(r) + 1);
    op->call = (uint16_t)r->trail;
    return true;
}

static void resume(struct program *p, uint32_t actor, struct outcome o)
{
    struct system *s = system_of(p);
    struct record *r = system_record(s, actor);
    const struct body *b = body_of((uint64_t)o.value);
    if (r->options) {
        struct choices *c = arena_alloc(&s->arena, sizeof *c);
        *c = (struct choices){o.index, r->choices};
        r->choices = c;
        r->options = 0;
        b = r->handling;
    }
    s->sent.len = 0;
    host_step(actor, o.index);
    handle(s, actor, b);
}

static const struct sent *sent(struct program *p, uint32_t actor, size_t *n)
{
    struct system *s = system_of(p);
    *n = actor == OUTSIDE ? s->initial.len : s->sent.len;
    return actor == OUTSIDE ? s->initial.at : s->sent.at;
}

static bool accepts(struct program *p, uint32_t actor, const image_id *image,
                    uint64_t body)
{
    struct system *s = system_of(p);
    const struct body *b = body_of(body);
    const struct record *r = image ? ((const struct image *)(uintptr_t)*image)->record
                                   : system_record(s, actor);
    if (b->kind == BODY_WATCH)
        return true;
    if (r->stopped || r->crashed)
        return false;
    if (b->kind == BODY_CRASH)
        return true;
    if (r->awaited)
        return b->answer == r->awaited;
    return !r->constraint || handle_constraint(s, r, b);
}

#define IMAGE_HEAD ((sizeof(struct image) + 15) & ~(size_t)15)

static image_id save(struct program *p, uint32_t actor)
{
    struct system *s = system_of(p);
    const struct record *r = system_record(s, actor);
    size_t bytes = sizeof *r + r->size;
    struct image *i = malloc(IMAGE_HEAD + bytes);
    if (!i)
        abort();
    i->mark = arena_mark(&s->arena);
    i->record = (struct record *)(void *)((char *)i + IMAGE_HEAD);
    memcpy(i->record, r, bytes);
    return (image_id)(uintptr_t)i;
}

static void restore(struct program *p, uint32_t actor, image_id image)
{
    struct system *s = system_of(p);
    const struct image *i = (const struct image *)(uintptr_t)image;
    struct record *r = system_record(s, actor);
    for (uint32_t n = i->record->children; n < r->children; n++)
        system_destroy(s, s->slots.at[actor].children.at[n]);
    memcpy(r, i->record, sizeof *r + r->size);
    arena_back_to(&s->arena, i->mark);
}

static void release(struct program *p, uint32_t actor, image_id image)
{
    (void)p, (void)actor;
    free((struct image *)(uintptr_t)image);
}

static uint64_t digest(struct program *p, uint32_t actor)
{
    const struct record *r = system_record(system_of(p), actor);
    if (!r)
        return 0;
    struct {
        uint64_t flags, behaviour, then, constraint, counts, choices;
    } d = {0};
    d.flags = (uint64_t)r->stopped | (uint64_t)r->crashed << 1 | (uint64_t)r->faulty << 2;
    d.behaviour = (uint64_t)(uintptr_t)r->behaviour;
    d.then = (uint64_t)(uintptr_t)r->then;
    d.constraint = (uint64_t)(uintptr_t)r->constraint;
    d.counts = (uint64_t)r->awaited << 40 | (uint64_t)r->tickets << 20 | r->children;
    for (const struct choices *c = r->choices; c; c = c->previous)
        d.choices = d.choices * 31 + (uint64_t)c->value + 1;
    if (r->handling)
        d.choices ^= p->ops->inboxes->body_digest(p, (uint64_t)(uintptr_t)r->handling);
    uint64_t watchers = 0;
    for (const struct monitors *m = r->monitors; m; m = m->next)
        watchers += XXH3_64bits(&m->watcher, sizeof m->watcher);
    return XXH3_64bits_withSeed(r->state, r->size, XXH3_64bits(&d, sizeof d) + watchers);
}

static uint64_t body_digest(struct program *p, uint64_t body)
{
    (void)p;
    const struct body *b = body_of(body);
    uint64_t d[5] = {b->kind, b->from, (uint64_t)b->type, b->ticket, b->answer};
    return XXH3_64bits_withSeed(b->data, b->size, XXH3_64bits(d, sizeof d));
}

static const char *unmet(struct program *p)
{
    struct system *s = system_of(p);
    return s->goal && !handle_goal(s) ? s->goal_text : NULL;
}

static bool minds(struct program *p, uint32_t actor, uint64_t body)
{
    struct system *s = system_of(p);
    const struct body *b = body_of(body);
    return !s->dead_letters && b->kind == BODY_USER && b->type != MZ_DOWN &&
           system_record(s, actor)->stopped;
}

/* ---- for reports ---- */

static const char *actor_name(struct program *p, uint32_t actor)
{
    const struct record *r = system_record(system_of(p), actor);
    return r ? r->name : "";
}

static void describe_body(struct program *p, uint64_t body, struct str *out)
{
    const struct system *s = system_of(p);
    const struct body *b = body_of(body);
    if (b->kind == BODY_CRASH)
        str_addf(out, "crash");
    else if (b->kind == BODY_WATCH)
        str_addf(out, "monitor");
    else if (b->type == MZ_DOWN)
        str_addf(out, "down");
    else if (b->type >= 0 && b->type < s->ntypes)
        str_addf(out, "%s", s->types[b->type]);
    else
        str_addf(out, "message %d", b->type);
    if (b->kind != BODY_CRASH)
        str_addf(out, " from %s", b->from ? actor_name(p, b->from - 1) : "main");
}

static void describe(struct program *p, uint32_t actor, const struct op *op,
                     struct str *out)
{
    (void)p, (void)actor;
    if (op->kind == OP_CHOOSE)
        str_addf(out, "chooses of %lld", (long long)op->value);
    else
        str_addf(out, op->kind == OP_TAKE ? "takes" : "fails");
}

/* The host finds the place in the program. */
static struct location location(struct program *p, uint32_t actor, const struct op *op)
{
    (void)p, (void)actor, (void)op;
    return (struct location){0};
}

static bool may_still(struct program *p, uint32_t actor, enum op_kind k, uint32_t object)
{
    (void)p, (void)actor, (void)k, (void)object;
    return true;
}

static void explain(struct program *p, uint32_t actor, const struct op *op,
                    struct str *out)
{
    const struct record *r = system_record(system_of(p), actor);
    (void)op;
    if (!r->handling)
        return;
    str_addf(out, "while handling ");
    describe_body(p, (uint64_t)(uintptr_t)r->handling, out);
}

static const struct program_words words = {
    .actor_name = actor_name,
    .describe = describe,
    .location = location,
    .may_still = may_still,
    .explain = explain,
};

static const struct program_merging merging = {.digest = digest};

static const struct program_inboxes inboxes = {
    .sent = sent,
    .accepts = accepts,
    .body_digest = body_digest,
    .describe_body = describe_body,
    .unmet = unmet,
    .minds = minds,
};

const struct program_ops actor_ops = {
    .next = next,
    .resume = resume,
    .save = save,
    .restore = restore,
    .release = release,
    .words = &words,
    .merging = &merging,
    .inboxes = &inboxes,
};
