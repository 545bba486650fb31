/* SPDX-License-Identifier: Apache-2.0
 *
 * local.c - see local.h. */
#include "explore/states/local_inside.h"
#include "explore/search/polls.h"

#include <assert.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* ---- what a state mentions ---- */

uint32_t local_place_request(const struct locals *ls, uint32_t number, uint32_t likely)
{
    if (likely < ls->before.requests.len && ls->before.requests.at[likely] == number)
        return likely;
    for (uint32_t i = 0; i < ls->before.requests.len; i++)
        if (ls->before.requests.at[i] == number)
            return i;
    return NOWHERE;
}

uint32_t local_place_message(const struct locals *ls, int32_t message)
{
    for (uint32_t i = 0; i < ls->before.messages.len; i++)
        if (ls->before.messages.at[i] == message)
            return i;
    return NOWHERE;
}

void local_begin_from(struct locals *ls, const uint32_t *requests, size_t nrequests,
                      const int32_t *messages, size_t nmessages)
{
    ls->before.requests.len = ls->before.messages.len = 0;
    for (size_t i = 0; i < nrequests; i++)
        vec_push(&ls->before.requests, requests[i]);
    for (size_t i = 0; i < nmessages; i++)
        vec_push(&ls->before.messages, messages[i]);
}

void local_begin_here(struct locals *ls)
{
    local_begin_from(ls, ls->id.requests.at, ls->id.requests.len, ls->id.messages.at,
                     ls->id.messages.len);
}

/* ---- operations ---- */

/* Is the stored operation this one, with these arguments? */
static bool is_op(const struct op *kept, const struct op *op, const uint32_t *args)
{
    if (kept->kind != op->kind || kept->where != op->where ||
        kept->object != op->object || kept->nargs != op->nargs ||
        kept->value != op->value || kept->peer != op->peer || kept->tag != op->tag ||
        kept->needed != op->needed || kept->mode != op->mode || kept->call != op->call ||
        kept->told != op->told)
        return false;
    for (uint32_t i = 0; i < op->nargs; i++)
        if (kept->args[i] != args[i])
            return false;
    return true;
}

static const struct op *add_op(struct locals *ls, const struct op *op,
                               const uint32_t *args)
{
    struct op k;
    memset(&k, 0, sizeof k);
    k.kind = op->kind;
    k.object = op->object;
    k.nargs = op->nargs;
    k.args = constant(&ls->constants, args, op->nargs * sizeof *args);
    k.value = op->value;
    k.where = op->where;
    k.peer = op->peer;
    k.tag = op->tag;
    k.needed = op->needed;
    k.mode = op->mode;
    k.call = op->call;
    k.told = op->told;
    return constant(&ls->constants, &k, sizeof k);
}

static const struct op *keep_op(struct locals *ls, struct op op, const uint32_t *args)
{
    uint32_t mix = (op.where * 31 + op.kind) * 31 + (uint32_t)op.peer;
    const struct op **recent = &ls->recent[mix % LOCALS_RECENT];
    if (op.kind == OP_ASSERT)
        op.value = op.value != 0;
    if (!*recent || !is_op(*recent, &op, args))
        *recent = add_op(ls, &op, args);
    return *recent;
}

const struct op *local_place_op(struct locals *ls, struct op op)
{
    enum { FEW = 16 };
    uint32_t few[FEW] = {0},
             *args = op.nargs <= FEW ? few : mem_alloc(op.nargs * sizeof *args);
    bool good = true;
    for (uint32_t i = 0; i < op.nargs; i++) {
        args[i] = op.args[i];
        if (op.kind == OP_ARRIVE)
            continue;
        args[i] = local_place_request(ls, args[i], i ? args[i - 1] + 1 : 0);
        good &= args[i] != NOWHERE;
    }
    if (op.kind == OP_RECEIVE) {
        uint32_t place = local_place_message(ls, (int32_t)op.value);
        op.value = place;
        good &= place != NOWHERE;
    }
    const struct op *kept = keep_op(ls, op, args);
    if (args != few)
        free(args);
    return good ? kept : NULL;
}

/* The same for the actor's pending operation. *ended says whether there is one. */
static const struct op *fetch(struct locals *ls, uint32_t rank, bool *ended)
{
    struct op op;
    *ended = !ls->program->ops->next(ls->program, rank, &op);
    return *ended ? keep_op(ls, (struct op){0}, NULL) : local_place_op(ls, op);
}

/* The hash of a local state: of its name, whose it is, and whether the rank failed. */
static uint64_t hash_of(const struct digest *name, uint32_t rank, bool failed)
{
    return (name->lo ^ name->hi) + (2 * (uint64_t)rank + failed) * 0x9e3779b97f4a7c15;
}

/* Has the rank looked at this place so often that it may go on for ever? See
 * match/spin.h. */
static bool is_spent(struct locals *ls, const struct local *l)
{
    uint64_t rounds = 0;
    if (l->ended || !op_looks(l->op->kind))
        return false;
    for (uint32_t i = l->idle; i != NOWHERE; i = ls->at.at[i]->idle) {
        locals_know(ls, i);
        rounds +=
            op_looks(ls->at.at[i]->op->kind) && ls->at.at[i]->op->where == l->op->where;
    }
    return rounds >= ls->rounds;
}

/* ---- numbers ---- */

static void enter(struct locals *ls, uint32_t at, struct local *l)
{
    while (ls->at.len <= at)
        vec_push(&ls->at, NULL);
    ls->at.at[at] = l;
    if (l->rank < ls->program->nactors)
        ls->known[l->rank]++;
    lookup_add(&ls->names, hash_of(&l->name, l->rank, l->failed), at);
    ls->bytes += sizeof *l + (l->nrequests + l->nmessages + 16) * 4;
}

static struct registered describe(const struct local *l)
{
    return (struct registered){.name = l->name,
                               .rank = l->rank,
                               .ended = l->ended,
                               .failed = l->failed,
                               .spent = l->spent,
                               .idle = l->idle,
                               .nrequests = l->nrequests,
                               .nmessages = l->nmessages,
                               .made = l->made,
                               .op = *l->op,
                               .from = NOWHERE};
}

void locals_learn(struct locals *ls, uint32_t local)
{
    const struct registered *x = registry_get(ls->registry, local);
    struct local *l = arena_get(&ls->arena, sizeof *l);
    *l = (struct local){.rank = x->rank,
                        .ended = x->ended,
                        .failed = x->failed,
                        .spent = x->spent,
                        .idle = x->idle,
                        .nrequests = x->nrequests,
                        .nmessages = x->nmessages,
                        .made = x->made,
                        .op = keep_op(ls, x->op, x->op.args),
                        .passes = NOWHERE,
                        .name = x->name};
    enter(ls, local, l);
}

/* ---- arrivals ---- */

/* The name that all processes give to such an operation. */
static struct digest name_arrival(const struct op *op)
{
    struct op head;
    memcpy(&head, op,
           sizeof head); /* what is between its fields is zero: see keep_op() */
    head.args = NULL;
    XXH3_state_t hash;
    XXH3_128bits_reset(&hash);
    XXH3_128bits_update(&hash, &head, sizeof head);
    XXH3_128bits_update(&hash, op->args, op->nargs * sizeof *op->args);
    XXH128_hash_t h = XXH3_128bits_digest(&hash);
    return (struct digest){h.low64, h.high64};
}

uint32_t locals_arrival(struct locals *ls, uint32_t rank, const struct op *op)
{
    uint64_t hash = ((uintptr_t)op + rank) * 0x9e3779b97f4a7c15u;
    uint32_t stands_for = rank + ls->program->nactors; /* no rank has this number */
    size_t at = 0;
    for (uint32_t i; (i = lookup_next(&ls->arrives, hash, &at)) != NOWHERE;)
        if (ls->at.at[i]->rank == stands_for && ls->at.at[i]->op == op)
            return i;
    struct local like = {.rank = stands_for,
                         .op = op,
                         .idle = NOWHERE,
                         .passes = NOWHERE,
                         .name = name_arrival(op)};
    uint32_t number = (uint32_t)ls->at.len;
    if (ls->registry) {
        struct registered x = describe(&like);
        number = registry_number(ls->registry, &x);
    }
    if (number >= BETWEEN)
        return NOWHERE;
    if (number >= ls->at.len || !ls->at.at[number])
        enter(ls, number, arena_copy(&ls->arena, &like, sizeof like));
    lookup_add(&ls->arrives, hash, number);
    return number;
}

/* ---- finding states ---- */

/* The number of a state that is new to this process; NOWHERE: there is none left. If
 * other processes know it, what they have found out holds. */
static uint32_t number(struct locals *ls, struct local *l, const struct local_way *how)
{
    if (!ls->registry)
        return ls->at.len < BETWEEN ? (uint32_t)ls->at.len : NOWHERE;
    struct registered x = describe(l);
    x.from = how->from;
    x.o = how->o;
    uint32_t given = registry_number(ls->registry, &x);
    if (given == NOWHERE)
        return NOWHERE;
    l->spent = registry_get(ls->registry, given)->spent;
    l->idle = registry_get(ls->registry, given)->idle;
    return given;
}

/* Makes the actor's present state, which ls->id describes, the representative of the
 * local state. */
static void represent(struct locals *ls, struct local *l, const struct local *like)
{
    l->made = like->made;
    l->held = like->held;
    l->requests =
        arena_copy(&ls->arena, ls->id.requests.at, l->nrequests * sizeof *l->requests);
    l->messages =
        arena_copy(&ls->arena, ls->id.messages.at, l->nmessages * sizeof *l->messages);
    l->image = ls->program->ops->save(ls->program, l->rank);
    l->here = true;
}

static uint32_t find(struct locals *ls, uint32_t rank, bool failed)
{
    size_t at = 0;
    uint64_t hash = hash_of(&ls->id.name, rank, failed);
    for (uint32_t i; (i = lookup_next(&ls->names, hash, &at)) != NOWHERE;) {
        const struct local *l = ls->at.at[i];
        if (l->rank == rank && l->failed == failed && l->name.lo == ls->id.name.lo &&
            l->name.hi == ls->id.name.hi &&
            (!ls->exact || ls->program->ops->merging->same(ls->program, rank, l->image)))
            return i;
    }
    return NOWHERE;
}

uint32_t local_intern(struct locals *ls, uint32_t rank, const struct local_way *how,
                      struct local like)
{
    uint32_t known = find(ls, rank, like.failed);
    if (known != NOWHERE) {
        if (!ls->at.at[known]->here)
            represent(ls, ls->at.at[known], &like);
        return known;
    }
    struct local *l = arena_get(&ls->arena, sizeof *l);
    *l = like;
    l->rank = rank;
    l->passes = NOWHERE;
    l->name = ls->id.name;
    l->nrequests = (uint32_t)ls->id.requests.len;
    l->nmessages = (uint32_t)ls->id.messages.len;
    represent(ls, l, &like);
    local_begin_here(ls);
    l->op = fetch(ls, rank, &l->ended);
    bool good = l->op;
    l->spent = good && is_spent(ls, l);
    uint32_t given = good ? number(ls, l, how) : NOWHERE;
    if (given == NOWHERE) {
        ls->program->ops->release(ls->program, rank, l->image);
        return NOWHERE;
    }
    enter(ls, given, l);
    return given;
}

void locals_init(struct locals *ls, struct program *p, bool exact, uint64_t polls)
{
    *ls = (struct locals){.program = p,
                          .exact = exact,
                          .polls = polls,
                          .rounds = polls ? polls : POLLS_STATES,
                          .least = NOWHERE};
    ls->present = mem_alloc(p->nactors * sizeof *ls->present);
    ls->known = mem_alloc(p->nactors * sizeof *ls->known);
    ls->unnamed = mem_alloc(2 * p->nactors * sizeof *ls->unnamed);
    for (uint32_t rank = 0; rank < p->nactors; rank++) {
        ls->present[rank] = NOWHERE;
        if (p->ops->merging->identify(p, rank, &ls->id))
            ls->present[rank] =
                local_intern(ls, rank, &(struct local_way){.from = NOWHERE},
                             (struct local){.idle = NOWHERE});
        ls->failed |= ls->present[rank] == NOWHERE;
    }
    ls->begun = !ls->failed;
}

void locals_free(struct locals *ls)
{
    const struct program_ops *ops = ls->program->ops;
    if (ls->begun) /* somebody else may explore the program now, from the start */
        locals_rewind(ls);
    for (size_t i = 0; i < ls->at.len; i++)
        if (ls->at.at[i] && ls->at.at[i]->here)
            ops->release(ls->program, ls->at.at[i]->rank, ls->at.at[i]->image);
    arena_free(&ls->arena);
    vec_free(&ls->at);
    constants_free(&ls->constants);
    vec_free(&ls->between);
    vec_free(&ls->passes);
    vec_free(&ls->id.requests);
    vec_free(&ls->id.messages);
    vec_free(&ls->before.requests);
    vec_free(&ls->before.messages);
    lookup_free(&ls->names);
    lookup_free(&ls->crowded);
    lookup_free(&ls->arrives);
    registry_free(ls->registry);
    for (uint32_t i = 0; i < 2 * ls->program->nactors; i++) {
        vec_free(&ls->unnamed[i].requests);
        vec_free(&ls->unnamed[i].messages);
    }
    free(ls->unnamed);
    free(ls->known);
    free(ls->present);
}

uint32_t locals_first(const struct locals *ls, uint32_t rank)
{
    (void)ls;
    return rank; /* they are interned first, in this order */
}

uint64_t locals_beginning(const struct locals *ls)
{
    uint64_t all = 0;
    for (uint32_t rank = 0; rank < ls->program->nactors; rank++)
        all = XXH3_64bits_withSeed(&ls->at.at[locals_first(ls, rank)]->name,
                                   sizeof(struct digest), all);
    return all;
}

bool locals_restore(struct locals *ls, uint32_t local)
{
    const struct local *l = ls->at.at[local];
    if (!locals_bring(ls, local))
        return false;
    if (ls->present[l->rank] != local)
        ls->program->ops->restore(ls->program, l->rank, l->image);
    ls->present[l->rank] = local;
    return true;
}

void locals_rewind(struct locals *ls)
{
    for (uint32_t rank = 0; rank < ls->program->nactors; rank++) {
        ls->present[rank] = NOWHERE; /* others may have run the actor meanwhile */
        locals_restore(ls, locals_first(ls, rank));
    }
}

/* ---- other processes ---- */

bool locals_share(struct locals *ls)
{
    struct registry *r = registry_new();
    if (!r)
        return false;
    for (uint32_t i = 0; i < ls->at.len; i++) {
        struct registered x = describe(ls->at.at[i]);
        registry_number(r, &x);
    }
    ls->registry = r;
    return true;
}

void locals_learn_all(struct locals *ls)
{
    for (uint32_t i = 0; ls->registry && i < registry_count(ls->registry); i++)
        if (registry_get(ls->registry, i)->rank < ls->program->nactors)
            locals_know(ls, i);
}

bool locals_go(struct locals *ls, uint32_t local)
{
    VEC(uint32_t) missing = {0};
    bool good = true;
    for (uint32_t i = local; !ls->at.at[i]->here && good;) {
        vec_push(&missing, i);
        i = registry_get(ls->registry, i)->from;
        good = i != NOWHERE;
        if (good)
            locals_know(ls, i);
    }
    while (missing.len && good) {
        uint32_t next = vec_pop(&missing);
        const struct registered *x = registry_get(ls->registry, next);
        const struct pass *p = locals_pass(ls, x->from, x->o);
        while (p && is_between(p->to))
            p = &ls->between.at[p->to - BETWEEN].pass;
        good = p && p->to == next;
    }
    vec_free(&missing);
    return good;
}
