/* SPDX-License-Identifier: Apache-2.0
 *
 * local.c - see local.h. */
#include "explore/states/local.h"
#include "explore/polls.h"

#include <assert.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

static uint32_t place_of_request(const struct local *l, uint32_t number)
{
    for (uint32_t i = 0; i < l->nrequests; i++)
        if (l->requests[i] == number)
            return i;
    return NOWHERE;
}

static uint32_t place_of_message(const struct local *l, int32_t message)
{
    for (uint32_t i = 0; i < l->nmessages; i++)
        if (l->messages[i] == message)
            return i;
    return NOWHERE;
}

/* Fetches the pending operation, with requests and messages as places. False if it names
 * one that the state does not mention. */
static bool fetch(struct locals *ls, struct local *l)
{
    bool good = true;
    l->ended = !ls->program->ops->next(ls->program, l->rank, &l->op);
    if (l->ended) {
        l->op = (struct op){0};
        return true;
    }
    uint32_t *args = arena_get(&ls->arena, (l->op.nargs + 1) * sizeof *args);
    for (uint32_t i = 0; i < l->op.nargs; i++) {
        args[i] = l->op.args[i];
        if (l->op.kind == OP_ARRIVE)
            continue;
        args[i] = place_of_request(l, args[i]);
        good &= args[i] != NOWHERE;
    }
    l->op.args = args;
    if (l->op.kind == OP_RECEIVE) {
        uint32_t place = place_of_message(l, (int32_t)l->op.value);
        l->op.value = place;
        good &= place != NOWHERE;
    }
    return good;
}

static uint64_t hash_arrive(uint32_t rank, const struct op *op)
{
    int64_t head[] = {rank, op->object, op->needed, op->value, op->where, op->call};
    return XXH3_64bits_withSeed(op->args, op->nargs * sizeof *op->args,
                                XXH3_64bits(head, sizeof head));
}

/* What all processes take for the first such state: an arrive as the rank's own kind of
 * state, whose `from` is the number. */
static uint32_t agreed_alike(struct locals *ls, const struct local *l, uint32_t number)
{
    int64_t head[] = {l->op.object, l->op.needed, l->op.value, l->op.call, l->op.where};
    XXH3_state_t hash;
    XXH3_128bits_reset(&hash);
    XXH3_128bits_update(&hash, head, sizeof head);
    XXH3_128bits_update(&hash, l->op.args, l->op.nargs * sizeof *l->op.args);
    XXH128_hash_t h = XXH3_128bits_digest(&hash);
    struct registered x = {.name = {h.low64, h.high64},
                           .rank = l->rank + ls->program->nactors,
                           .from = number};
    uint32_t agreed = registry_number(ls->registry, &x);
    return agreed == NOWHERE ? NOWHERE : registry_get(ls->registry, agreed)->from;
}

/* The first local state that is about to arrive at a collective in the same way as this
 * one, whose number is given. */
static uint32_t first_alike(struct locals *ls, const struct local *l, uint32_t number)
{
    uint64_t hash = hash_arrive(l->rank, &l->op);
    size_t at = 0;
    for (uint32_t i; (i = lookup_next(&ls->arrives, hash, &at)) != NOWHERE;) {
        const struct op *a = &ls->at.at[i]->op, *b = &l->op;
        if (ls->at.at[i]->rank == l->rank && a->object == b->object &&
            a->needed == b->needed && a->value == b->value && a->where == b->where &&
            a->call == b->call && a->nargs == b->nargs &&
            !memcmp(a->args, b->args, a->nargs * sizeof *a->args))
            return ls->at.at[i]->alike;
    }
    lookup_add(&ls->arrives, hash, number);
    return ls->registry ? agreed_alike(ls, l, number) : number;
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
    if (l->ended || !op_looks(l->op.kind))
        return false;
    for (uint32_t i = l->idle; i != NOWHERE; i = ls->at.at[i]->idle) {
        locals_know(ls, i);
        rounds +=
            op_looks(ls->at.at[i]->op.kind) && ls->at.at[i]->op.where == l->op.where;
    }
    return rounds >= ls->rounds;
}

/* ---- numbers ---- */

static void enter(struct locals *ls, uint32_t at, struct local *l)
{
    while (ls->at.len <= at)
        vec_push(&ls->at, NULL);
    ls->at.at[at] = l;
    lookup_add(&ls->names, hash_of(&l->name, l->rank, l->failed), at);
    ls->bytes += sizeof *l + (l->nrequests + l->nmessages + l->op.nargs + 8) * 4;
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
                               .op = l->op,
                               .alike = l->alike,
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
                        .op = x->op,
                        .alike = x->alike,
                        .name = x->name};
    enter(ls, local, l);
}

/* The number of a state that is new to this process; NOWHERE: there is none left. If
 * other processes know it, what they have found out holds. */
static uint32_t number(struct locals *ls, struct local *l, const struct pass *how)
{
    if (!ls->registry)
        return (uint32_t)ls->at.len;
    struct registered x = describe(l);
    if (how) {
        x.from = how->from;
        x.o = how->o;
    }
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
            (!ls->exact || ls->program->ops->same(ls->program, rank, l->image)))
            return i;
    }
    return NOWHERE;
}

/* The number of the actor's present state, which ls->id describes, and to which it came
 * by the pass, or NULL; NOWHERE if it cannot be used. */
static uint32_t intern(struct locals *ls, uint32_t rank, const struct pass *how,
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
    l->name = ls->id.name;
    l->nrequests = (uint32_t)ls->id.requests.len;
    l->nmessages = (uint32_t)ls->id.messages.len;
    represent(ls, l, &like);
    bool good = fetch(ls, l);
    l->spent = is_spent(ls, l);
    uint32_t given = number(ls, l, how);
    if (given == NOWHERE) {
        ls->program->ops->release(ls->program, rank, l->image);
        return NOWHERE;
    }
    enter(ls, given, l);
    if (!l->ended && l->op.kind == OP_ARRIVE)
        l->alike = first_alike(ls, l, given);
    if (ls->registry)
        registry_get(ls->registry, given)->alike = l->alike;
    return good ? given : NOWHERE;
}

void locals_init(struct locals *ls, struct program *p, bool exact, uint64_t polls)
{
    *ls = (struct locals){.program = p,
                          .exact = exact,
                          .polls = polls,
                          .rounds = polls ? polls : POLLS_STATES};
    ls->present = mem_alloc(p->nactors * sizeof *ls->present);
    for (uint32_t rank = 0; rank < p->nactors; rank++) {
        ls->present[rank] = NOWHERE;
        if (p->ops->identify(p, rank, &ls->id))
            ls->present[rank] = intern(ls, rank, NULL, (struct local){.idle = NOWHERE});
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
    vec_free(&ls->passes);
    vec_free(&ls->id.requests);
    vec_free(&ls->id.messages);
    lookup_free(&ls->names);
    lookup_free(&ls->steps);
    lookup_free(&ls->arrives);
    registry_free(ls->registry);
    free(ls->present);
}

uint32_t locals_first(const struct locals *ls, uint32_t rank)
{
    (void)ls;
    return rank; /* they are interned first, in this order */
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

/* ---- passes ---- */

static uint64_t hash_pass(uint32_t local, const struct outcome *o)
{
    int64_t words[] = {local, o->index, o->received, o->value, o->peer, o->tag};
    return XXH3_64bits(words, sizeof words);
}

/* Says where what `to` mentions was before; `new_message` is the name that was made up
 * for a message. False if it was nowhere. */
static bool find_places(const struct locals *ls, const struct local *from, bool posts,
                        int32_t new_message, uint32_t *places)
{
    const struct identity *id = &ls->id;
    for (size_t i = 0; i < id->requests.len; i++) {
        uint32_t number = id->requests.at[i];
        *places =
            posts && number == from->made ? PLACE_NEW : place_of_request(from, number);
        if (*places == NOWHERE && !(posts && number == from->made))
            return false;
        places++;
    }
    for (size_t i = 0; i < id->messages.len; i++) {
        int32_t name = id->messages.at[i];
        *places = name == new_message ? PLACE_NEW : place_of_message(from, name);
        if (*places == NOWHERE && name != new_message)
            return false;
        places++;
    }
    return true;
}

static bool mentions(const struct identity *id, int32_t message)
{
    for (size_t i = 0; i < id->messages.len; i++)
        if (id->messages.at[i] == message)
            return true;
    return false;
}

/* Does an operation with this outcome change nothing, for anybody? */
static bool is_idle(const struct op *op, int32_t index)
{
    return op->kind == OP_LOCAL || op->kind == OP_ASSERT || op_sees(op->kind) ||
           (op_looks(op->kind) && index == OUTCOME_FALSE);
}

/* Runs the rank from the local state. */
static struct pass *run(struct locals *ls, uint32_t local, struct outcome o)
{
    const struct local *from = ls->at.at[local];
    const struct program_ops *ops = ls->program->ops;
    bool posts = op_posts(from->op.kind),
         fails = from->op.kind == OP_ASSERT && !from->op.value;
    struct pass *p = arena_get(&ls->arena, sizeof *p);
    *p = (struct pass){.from = local, .o = o};
    int32_t message = -1;
    if (!locals_restore(ls, local)) {
        ls->failed = true;
        return NULL;
    }
    if (o.received)
        message = o.message = message_outcome((uint32_t)o.peer, from->held);
    ls->present[from->rank] = NOWHERE;
    if (!fails) {
        struct op unused;
        ops->next(ls->program, from->rank, &unused); /* as some programs expect */
        ops->resume(ls->program, from->rank, o);
    }
    bool good = ops->identify(ls->program, from->rank, &ls->id);
    p->places = arena_get(&ls->arena, (ls->id.requests.len + ls->id.messages.len + 1) *
                                          sizeof *p->places);
    good = good && find_places(ls, from, posts, message, p->places);
    bool kept = good && o.received && mentions(&ls->id, message);
    struct local like = {.failed = fails,
                         .made = from->made + posts,
                         .held = from->held + kept,
                         .idle = is_idle(&from->op, o.index) ? local : NOWHERE};
    p->to = good ? intern(ls, from->rank, p, like) : NOWHERE;
    if (p->to != NOWHERE) /* the state is the same, but its numbers may be others */
        return p;
    ls->failed = true;
    return NULL;
}

const struct pass *locals_pass(struct locals *ls, uint32_t local, struct outcome o)
{
    uint64_t hash = hash_pass(local, &o);
    size_t at = 0;
    o.message = 0;
    for (uint32_t i; (i = lookup_next(&ls->steps, hash, &at)) != NOWHERE;) {
        const struct pass *p = ls->passes.at[i];
        if (p->from == local && p->o.index == o.index && p->o.received == o.received &&
            p->o.value == o.value && p->o.peer == o.peer && p->o.tag == o.tag)
            return p;
    }
    struct pass *p = run(ls, local, o);
    if (!p)
        return NULL;
    vec_push(&ls->passes, p);
    lookup_add(&ls->steps, hash, (uint32_t)ls->passes.len - 1);
    ls->bytes += sizeof *p + 64;
    return p;
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
    for (uint32_t i = 0; i < ls->at.len; i++) {
        const struct local *l = ls->at.at[i];
        if (!l->ended && l->op.kind == OP_ARRIVE && l->alike == i)
            agreed_alike(ls, l, i);
    }
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
        good = p && p->to == next;
    }
    vec_free(&missing);
    return good;
}
