/* SPDX-License-Identifier: Apache-2.0
 *
 * unfolding.c - see unfolding.h.
 *
 * Rivals are found through an index, so that nobody scans all events. It uses that
 * an immediate conflict leaves the pasts of both events compatible:
 *
 * - Two events that take a position on one object are rivals only if they come behind
 *   the same one: otherwise one of them, or one in its past, takes the other's position.
 * - Two events of one actor are rivals only if they are outcomes of one operation
 *   that can have several in compatible pasts: a choice, a wait or test on several.
 *   In all other cases what differs in their pasts is already in conflict.
 * - For the rest each family knows by what rivals find each other:
 * explore/classic/family.
 *
 * Buckets may hold more than the index was asked for; what really is in conflict is
 * for dep_between() to say. */
#include "explore/classic/unfolding.h"
#include "explore/classic/family/family.h"
#include "kernel/depend.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* ---- the index of rivals ---- */

static uint32_t *bucket(const struct unfolding *u, enum rivals topic, uint64_t x,
                        uint64_t y)
{
    uint64_t key[3] = {topic, x, y};
    return &u->bucket[XXH3_64bits(key, sizeof key) & (u->capacity - 1)];
}

/* Files the event in the bucket or, if `out` is given, appends the events filed
 * there. */
static void visit(struct unfolding *u, uint32_t *at, uint32_t id, ids_vec *out)
{
    if (out) {
        for (uint32_t i = *at; i != NO_ID; i = u->places.at[i].next)
            vec_push(out, u->places.at[i].id);
        return;
    }
    struct rival_entry p = {id, *at};
    *at = (uint32_t)u->places.len;
    vec_push(&u->places, p);
}

void rivals_behind(struct unfolding *u, uint32_t id, ids_vec *out)
{
    const struct unfolded *e = unfolded(u, id);
    uint64_t object = (uint64_t)e->act.kind << 32 | e->act.object;
    visit(u, bucket(u, RIVALS_BEHIND, object, e->behind), id, out);
}

void rivals_outcomes(struct unfolding *u, uint32_t id, ids_vec *out)
{
    const struct unfolded *e = unfolded(u, id);
    visit(u, bucket(u, RIVALS_OUTCOMES, e->act.actor, e->previous), id, out);
}

void rivals_at(struct unfolding *u, enum rivals filed, enum rivals sought, uint64_t key,
               uint32_t id, ids_vec *out)
{
    visit(u, bucket(u, out ? sought : filed, key, 0), id, out);
}

/* Visits every bucket in which the event is filed or, if `out` is given, those in which
 * its rivals are. */
static void visit_all(struct unfolding *u, uint32_t id, ids_vec *out)
{
    reduction_of((enum op_kind)unfolded(u, id)->act.kind)->file(u, id, out);
}

void unfolding_rivals(struct unfolding *u, uint32_t id, ids_vec *out)
{
    visit_all(u, id, out);
}

/* ---- events ---- */

static void enter(struct unfolding *u, uint32_t id)
{
    size_t i = unfolded(u, id)->hash & (u->capacity - 1);
    while (u->table[i] != NO_ID)
        i = (i + 1) & (u->capacity - 1);
    u->table[i] = id;
    visit_all(u, id, NULL);
}

/* Builds the hash table and the index anew, with room for capacity / 2 events. */
static void rebuild(struct unfolding *u, size_t capacity)
{
    u->table = mem_resize(u->table, capacity * sizeof *u->table);
    u->bucket = mem_resize(u->bucket, capacity * sizeof *u->bucket);
    memset(u->table, 0xff, capacity * sizeof *u->table);
    memset(u->bucket, 0xff, capacity * sizeof *u->bucket);
    u->capacity = capacity;
    u->places.len = 0;
    for (uint32_t id = 0; id < u->events.len; id++)
        if (unfolded(u, id)->alive)
            enter(u, id);
}

void unfolding_init(struct unfolding *u, struct state *st)
{
    *u = (struct unfolding){.st = st, .nactors = st->nactors};
    rebuild(u, 1024);
    vec_reserve(&u->scratch, u->nactors);
}

void unfolding_free(struct unfolding *u)
{
    free(u->table);
    free(u->bucket);
    vec_free(&u->places);
    vec_free(&u->events);
    vec_free(&u->tips);
    vec_free(&u->spare);
    vec_free(&u->scratch);
}

static uint32_t new_event(struct unfolding *u, const struct unfolded *e,
                          const uint32_t *past)
{
    uint32_t id;
    if (u->spare.len) {
        id = vec_pop(&u->spare);
    } else {
        id = (uint32_t)u->events.len;
        vec_push(&u->events, (struct unfolded){0});
        vec_reserve(&u->tips, (size_t)(id + 1) * u->nactors);
    }
    u->events.at[id] = *e;
    uint32_t *tips = u->tips.at + (size_t)id * u->nactors;
    memcpy(tips, past, u->nactors * sizeof *tips);
    tips[e->act.actor] = id;
    if (++u->count > u->peak)
        u->peak = u->count;
    if (u->count * 2 > u->capacity)
        rebuild(u, u->capacity * 2);
    else
        enter(u, id);
    return id;
}

/* The previous event on the act's object, if positions matter there. */
static uint32_t event_behind(const struct unfolding *u, const struct config *c,
                             const struct act *a)
{
    const struct state *st = u->st;
    uint32_t event = reduction_of((enum op_kind)a->kind)->behind(st, a);
    if (event == NO_EVENT)
        return NO_ID;
    const struct event *e = &st->events.at[event];
    return c->chain[e->act.actor].at[e->index];
}

uint32_t unfolding_event(struct unfolding *u, const struct config *c, const struct act *a,
                         const uint32_t *past)
{
    uint32_t *tips = u->scratch.at;
    for (uint32_t i = 0; i < u->nactors; i++)
        tips[i] = past[i] ? c->chain[i].at[past[i] - 1] : NO_ID;
    struct {
        uint32_t actor, kind, outcome;
    } head = {a->actor, a->kind, (uint32_t)a->outcome};
    struct unfolded e = {.act = *a, .index = past[a->actor], .alive = true};
    e.previous = tips[a->actor];
    e.behind = event_behind(u, c, a);
    e.hash = (uint32_t)XXH3_64bits_withSeed(tips, u->nactors * sizeof *tips,
                                            XXH3_64bits(&head, sizeof head));
    for (size_t i = e.hash & (u->capacity - 1); u->table[i] != NO_ID;
         i = (i + 1) & (u->capacity - 1)) {
        uint32_t id = u->table[i];
        const struct unfolded *f = unfolded(u, id);
        if (f->hash != e.hash || f->previous != e.previous || !act_same(&f->act, a))
            continue;
        const uint32_t *theirs = unfolded_tips(u, id);
        bool equal = true;
        for (uint32_t k = 0; k < u->nactors && equal; k++)
            equal = k == a->actor || theirs[k] == tips[k];
        if (equal)
            return id;
    }
    return new_event(u, &e, tips);
}

/* The event with that index in the chain of events that ends with `tip`. */
static uint32_t ancestor(const struct unfolding *u, uint32_t tip, uint32_t index)
{
    while (unfolded(u, tip)->index > index)
        tip = unfolded(u, tip)->previous;
    return tip;
}

bool unfolding_before(const struct unfolding *u, uint32_t e, uint32_t f)
{
    const struct unfolded *x = unfolded(u, e);
    uint32_t tip = unfolded_tips(u, f)[x->act.actor];
    return tip != NO_ID && unfolded(u, tip)->index >= x->index &&
           ancestor(u, tip, x->index) == e;
}

void unfolding_keep(struct unfolding *u, uint32_t id)
{
    if (u->events.at[id].kept)
        return;
    u->events.at[id].kept = true;
    for (uint32_t a = 0; a < u->nactors; a++)
        for (uint32_t t = unfolded_tips(u, id)[a]; t != NO_ID;
             t = unfolded(u, t)->previous) {
            if (t != id && u->events.at[t].kept)
                break;
            u->events.at[t].kept = true;
        }
}

void unfolding_sweep(struct unfolding *u)
{
    for (uint32_t id = 0; id < u->events.len; id++) {
        struct unfolded *e = &u->events.at[id];
        if (e->alive && !e->kept) {
            e->alive = false;
            vec_push(&u->spare, id);
            u->count--;
        }
        e->kept = false;
    }
    rebuild(u, u->capacity);
}

/* ---- configurations ---- */

void config_init(struct config *c, uint32_t nactors)
{
    c->nactors = nactors;
    c->chain = mem_alloc(nactors * sizeof *c->chain);
}

void config_free(struct config *c)
{
    for (uint32_t a = 0; a < c->nactors; a++)
        vec_free(&c->chain[a]);
    free(c->chain);
}

bool config_has(const struct config *c, const struct unfolding *u, uint32_t id)
{
    const struct unfolded *e = unfolded(u, id);
    const ids_vec *chain = &c->chain[e->act.actor];
    return e->index < chain->len && chain->at[e->index] == id;
}

void config_add(struct config *c, const struct unfolding *u, uint32_t id)
{
    vec_push(&c->chain[unfolded(u, id)->act.actor], id);
}

void config_remove(struct config *c, const struct unfolding *u, uint32_t id)
{
    c->chain[unfolded(u, id)->act.actor].len--;
}

/* Appends the events of the chain up to `tip` that the configuration lacks, oldest
 * first; false if the chain conflicts with the configuration's. */
static bool chain_missing(const struct config *c, const struct unfolding *u,
                          uint32_t actor, uint32_t tip, ids_vec *missing)
{
    const ids_vec *chain = &c->chain[actor];
    uint32_t index = unfolded(u, tip)->index;
    if (index < chain->len)
        return chain->at[index] == tip;
    size_t first = missing->len;
    for (uint32_t i = 0; i < index + 1 - chain->len;
         i++, tip = unfolded(u, tip)->previous)
        vec_push(missing, tip);
    for (size_t i = first, j = missing->len - 1; i < j; i++, j--) {
        uint32_t swap = missing->at[i];
        missing->at[i] = missing->at[j];
        missing->at[j] = swap;
    }
    return chain->len ? vec_last(chain) == tip : tip == NO_ID;
}

bool config_compatible(const struct config *c, const struct unfolding *u, uint32_t id,
                       ids_vec *missing)
{
    const uint32_t *tips = unfolded_tips(u, id);
    size_t first = missing->len;
    for (uint32_t a = 0; a < c->nactors; a++)
        if (tips[a] != NO_ID && !chain_missing(c, u, a, tips[a], missing))
            return false;
    /* No missing event may depend on an event of the configuration that is not in its
     * past, since neither of the two happens before the other. */
    for (uint32_t a = 0; a < c->nactors; a++) {
        size_t i = tips[a] == NO_ID ? 0 : unfolded(u, tips[a])->index + 1;
        for (; i < c->chain[a].len; i++) {
            const struct act *mine = &unfolded(u, c->chain[a].at[i])->act;
            for (size_t m = first; m < missing->len; m++)
                if (dep_between(mine, &unfolded(u, missing->at[m])->act))
                    return false;
        }
    }
    return true;
}
