/* SPDX-License-Identifier: Apache-2.0
 *
 * unfolding.c - see unfolding.h.
 *
 * Rivals are found through groups, so that nobody scans all events: posts are
 * grouped by mailbox and side, failed tests by the mailboxes they name, locks,
 * unlocks, and waits and tests of a mutex by mutex. Which of them really are in
 * conflict is for dep_between() to say. */
#include "explore/unfolding.h"
#include "kernel/depend.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* ---- groups ---- */

enum { BY_SEND, BY_RECV, BY_FAILED, PER_MAILBOX };
enum { BY_LOCK, BY_UNLOCK, BY_LOOK, PER_MUTEX };

static uint32_t mailbox_group(uint32_t mailbox, uint32_t which)
{
    return mailbox * PER_MAILBOX + which;
}

static uint32_t mutex_group(const struct unfolding *u, uint64_t mutex, uint32_t which)
{
    return u->st->program->nmailboxes * PER_MAILBOX + (uint32_t)mutex * PER_MUTEX + which;
}

static void join_group(struct unfolding *u, uint32_t group, uint32_t id)
{
    ids_vec *g = &u->group[group];
    if (!g->len || vec_last(g) != id) /* a set may name one mailbox twice */
        vec_push(g, id);
}

static void join_groups(struct unfolding *u, uint32_t id)
{
    const struct act *a = &unfolded(u, id)->act;
    switch ((enum op_kind)a->kind) {
    case OP_SEND:
    case OP_RECV:
        join_group(u, mailbox_group(a->object, a->kind == OP_RECV), id);
        break;
    case OP_TEST:
        for (uint32_t i = 0; a->outcome == OUTCOME_FALSE && i < a->nkeys; i++)
            join_group(u, mailbox_group((uint32_t)(act_keys(a)[i] >> 32), BY_FAILED), id);
        break;
    case OP_LOCK:
    case OP_UNLOCK:
        join_group(u, mutex_group(u, a->object, a->kind == OP_UNLOCK), id);
        break;
    case OP_MWAIT:
    case OP_MTEST:
        for (uint32_t i = 0; i < a->nkeys; i++)
            join_group(u, mutex_group(u, act_keys(a)[i], BY_LOOK), id);
        break;
    case OP_LOCAL:
    case OP_CHOOSE:
    case OP_ASSERT:
    case OP_WAIT:
    case OP_KINDS:
        break;
    }
}

static void add_group(const struct unfolding *u, uint32_t group, ids_vec *out)
{
    for (size_t i = 0; i < u->group[group].len; i++)
        vec_push(out, u->group[group].at[i]);
}

void unfolding_rivals(const struct unfolding *u, uint32_t id, ids_vec *out)
{
    const struct unfolded *e = unfolded(u, id);
    const struct act *a = &e->act;
    uint32_t s = e->previous == NO_ID ? u->roots[a->actor] : unfolded(u, e->previous)->child;
    for (; s != NO_ID; s = unfolded(u, s)->sibling)
        if (s != id)
            vec_push(out, s);
    switch ((enum op_kind)a->kind) {
    case OP_SEND:
    case OP_RECV:
        add_group(u, mailbox_group(a->object, a->kind == OP_RECV), out);
        add_group(u, mailbox_group(a->object, BY_FAILED), out);
        break;
    case OP_TEST:
        for (uint32_t i = 0; a->outcome == OUTCOME_FALSE && i < a->nkeys; i++) {
            uint32_t mailbox = (uint32_t)(act_keys(a)[i] >> 32);
            add_group(u, mailbox_group(mailbox, BY_SEND), out);
            add_group(u, mailbox_group(mailbox, BY_RECV), out);
        }
        break;
    case OP_LOCK:
        add_group(u, mutex_group(u, a->object, BY_LOCK), out);
        break;
    case OP_UNLOCK:
        add_group(u, mutex_group(u, a->object, BY_UNLOCK), out);
        add_group(u, mutex_group(u, a->object, BY_LOOK), out);
        break;
    case OP_MWAIT:
    case OP_MTEST:
        for (uint32_t i = 0; i < a->nkeys; i++)
            add_group(u, mutex_group(u, act_keys(a)[i], BY_UNLOCK), out);
        break;
    case OP_LOCAL:
    case OP_CHOOSE:
    case OP_ASSERT:
    case OP_WAIT:
    case OP_KINDS:
        break;
    }
}

/* ---- events ---- */

void unfolding_init(struct unfolding *u, struct state *st)
{
    *u = (struct unfolding){.st = st, .nactors = st->nactors};
    u->ngroups = mutex_group(u, st->program->nmutexes, 0);
    u->group = mem_alloc(u->ngroups * sizeof *u->group);
    u->roots = mem_alloc(u->nactors * sizeof *u->roots);
    memset(u->roots, 0xff, u->nactors * sizeof *u->roots);
    u->capacity = 1024;
    u->table = mem_alloc(u->capacity * sizeof *u->table);
    memset(u->table, 0xff, u->capacity * sizeof *u->table);
    vec_reserve(&u->scratch, u->nactors);
}

void unfolding_free(struct unfolding *u)
{
    for (uint32_t g = 0; g < u->ngroups; g++)
        vec_free(&u->group[g]);
    free(u->group);
    free(u->roots);
    free(u->table);
    vec_free(&u->events);
    vec_free(&u->tips);
    vec_free(&u->spare);
    vec_free(&u->scratch);
}

static void table_put(struct unfolding *u, uint32_t id)
{
    size_t i = unfolded(u, id)->hash & (u->capacity - 1);
    while (u->table[i] != NO_ID)
        i = (i + 1) & (u->capacity - 1);
    u->table[i] = id;
}

static void table_rebuild(struct unfolding *u, size_t capacity)
{
    if (capacity != u->capacity)
        u->table = mem_resize(u->table, capacity * sizeof *u->table);
    u->capacity = capacity;
    memset(u->table, 0xff, capacity * sizeof *u->table);
    for (uint32_t id = 0; id < u->events.len; id++)
        if (unfolded(u, id)->alive)
            table_put(u, id);
}

static void link_event(struct unfolding *u, uint32_t id)
{
    struct unfolded *e = &u->events.at[id];
    uint32_t *first =
        e->previous == NO_ID ? &u->roots[e->act.actor] : &u->events.at[e->previous].child;
    e->sibling = *first;
    *first = id;
    join_groups(u, id);
}

static uint32_t new_event(struct unfolding *u, const struct unfolded *e, const uint32_t *past)
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
        table_rebuild(u, u->capacity * 2);
    else
        table_put(u, id);
    link_event(u, id);
    return id;
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
    e.child = e.sibling = NO_ID;
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

/* The event of that index in the chain that ends with `tip`. */
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
        for (uint32_t t = unfolded_tips(u, id)[a]; t != NO_ID; t = unfolded(u, t)->previous) {
            if (t != id && u->events.at[t].kept)
                break;
            u->events.at[t].kept = true;
        }
}

void unfolding_sweep(struct unfolding *u)
{
    for (uint32_t g = 0; g < u->ngroups; g++)
        u->group[g].len = 0;
    memset(u->roots, 0xff, u->nactors * sizeof *u->roots);
    for (uint32_t id = 0; id < u->events.len; id++) {
        struct unfolded *e = &u->events.at[id];
        if (e->alive && !e->kept) {
            e->alive = false;
            vec_push(&u->spare, id);
            u->count--;
        }
        e->kept = false;
        e->child = e->sibling = NO_ID;
    }
    table_rebuild(u, u->capacity);
    for (uint32_t id = 0; id < u->events.len; id++)
        if (unfolded(u, id)->alive)
            link_event(u, id);
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

/* The events of the chain up to `tip` that the configuration lacks, oldest first;
 * false if the two chains part. */
static bool chain_missing(const struct config *c, const struct unfolding *u, uint32_t actor,
                          uint32_t tip, ids_vec *missing)
{
    const ids_vec *chain = &c->chain[actor];
    uint32_t index = unfolded(u, tip)->index;
    if (index < chain->len)
        return chain->at[index] == tip;
    size_t first = missing->len;
    for (uint32_t i = 0; i < index + 1 - chain->len; i++, tip = unfolded(u, tip)->previous)
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
    /* What is missing must not depend on what the configuration has and the
     * event's past has not: neither happens before the other. */
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
