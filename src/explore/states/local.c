/* SPDX-License-Identifier: Apache-2.0
 *
 * local.c - see local.h. */
#include "explore/states/local.h"
#include "explore/polls.h"

#include <assert.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* ---- what a state mentions ---- */

/* It is looked for at `likely` first. */
static uint32_t place_of_request(const struct locals *ls, uint32_t number,
                                 uint32_t likely)
{
    if (likely < ls->before.requests.len && ls->before.requests.at[likely] == number)
        return likely;
    for (uint32_t i = 0; i < ls->before.requests.len; i++)
        if (ls->before.requests.at[i] == number)
            return i;
    return NOWHERE;
}

static uint32_t place_of_message(const struct locals *ls, int32_t message)
{
    for (uint32_t i = 0; i < ls->before.messages.len; i++)
        if (ls->before.messages.at[i] == message)
            return i;
    return NOWHERE;
}

/* What follows goes on from a state that mentions these. */
static void begin_from(struct locals *ls, const uint32_t *requests, size_t nrequests,
                       const int32_t *messages, size_t nmessages)
{
    ls->before.requests.len = ls->before.messages.len = 0;
    for (size_t i = 0; i < nrequests; i++)
        vec_push(&ls->before.requests, requests[i]);
    for (size_t i = 0; i < nmessages; i++)
        vec_push(&ls->before.messages, messages[i]);
}

/* The state that ls->id describes is the one that the rank goes on from. */
static void begin_here(struct locals *ls)
{
    begin_from(ls, ls->id.requests.at, ls->id.requests.len, ls->id.messages.at,
               ls->id.messages.len);
}

/* ---- operations ---- */

/* Is the stored operation this one, with these arguments? */
static bool is_op(const struct op *kept, const struct op *op, const uint32_t *args)
{
    if (kept->kind != op->kind || kept->where != op->where || kept->object != op->object ||
        kept->nargs != op->nargs || kept->value != op->value || kept->peer != op->peer ||
        kept->tag != op->tag || kept->needed != op->needed || kept->mode != op->mode ||
        kept->call != op->call || kept->told != op->told)
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

/* Stores the operation, with requests and messages as places in the state that ls->before
 * describes. NULL if it names one that the state does not mention. */
static const struct op *place_op(struct locals *ls, struct op op)
{
    enum { FEW = 16 };
    uint32_t few[FEW] = {0},
             *args = op.nargs <= FEW ? few : mem_alloc(op.nargs * sizeof *args);
    bool good = true;
    for (uint32_t i = 0; i < op.nargs; i++) {
        args[i] = op.args[i];
        if (op.kind == OP_ARRIVE)
            continue;
        args[i] = place_of_request(ls, args[i], i ? args[i - 1] + 1 : 0);
        good &= args[i] != NOWHERE;
    }
    if (op.kind == OP_RECEIVE) {
        uint32_t place = place_of_message(ls, (int32_t)op.value);
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
    return *ended ? keep_op(ls, (struct op){0}, NULL) : place_op(ls, op);
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

/* How a rank comes to a state: from this local state, by this outcome. */
struct way {
    uint32_t from; /* NOWHERE: it begins there */
    struct outcome o;
};

/* The number of a state that is new to this process; NOWHERE: there is none left. If
 * other processes know it, what they have found out holds. */
static uint32_t number(struct locals *ls, struct local *l, const struct way *how)
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
            (!ls->exact || ls->program->ops->same(ls->program, rank, l->image)))
            return i;
    }
    return NOWHERE;
}

/* The number of the actor's present state, which ls->id describes, and to which it came
 * in this way; NOWHERE if it cannot be used. */
static uint32_t intern(struct locals *ls, uint32_t rank, const struct way *how,
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
    begin_here(ls);
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
        if (p->ops->identify(p, rank, &ls->id))
            ls->present[rank] = intern(ls, rank, &(struct way){.from = NOWHERE},
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

/* ---- passes ---- */

/* The places in ls->before of what the state that ls->id describes mentions. `made` is
 * the number of the request that the step between the two makes, `message` the name that
 * was made up for the message that it gets; NOWHERE and -1: it does not. NULL if
 * something was nowhere. */
static const struct places *find_places(struct locals *ls, uint32_t made, int32_t message)
{
    const struct identity *id = &ls->id;
    enum { FEW = 32 };
    uint32_t few[FEW + 2];
    size_t n = id->requests.len + id->messages.len, bytes = (n + 2) * sizeof *few;
    uint32_t *words = n <= FEW ? few : mem_alloc(bytes), *at = words;
    bool good = true;
    *at++ = (uint32_t)id->requests.len;
    *at++ = (uint32_t)id->messages.len;
    for (size_t i = 0; i < id->requests.len; i++, at++) {
        bool new = made != NOWHERE && id->requests.at[i] == made;
        *at = new ? PLACE_NEW
                  : place_of_request(ls, id->requests.at[i], i ? at[-1] + 1 : 0);
        good &= new || *at != NOWHERE;
    }
    for (size_t i = 0; i < id->messages.len; i++, at++) {
        bool new = message >= 0 && id->messages.at[i] == message;
        *at = new ? PLACE_NEW : place_of_message(ls, id->messages.at[i]);
        good &= new || *at != NOWHERE;
    }
    const struct places *p = good ? constant(&ls->constants, words, bytes) : NULL;
    if (words != few)
        free(words);
    return p;
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

/* Does this commute with everything, whatever the others do, and has one outcome? */
static bool is_sure(const struct op *op)
{
    switch (op->kind) {
    case OP_LOCAL:
    case OP_IRECV:
    case OP_RECEIVE:
        return true;
    case OP_ARRIVE:
        return !op_parts(op); /* see closure.c */
    case OP_ISEND:
        return op->mode != SEND_READY;
    case OP_ASSERT:
        return op->value;
    default:
        return false;
    }
}

/* A rank on its way from one local state to the next. */
struct going {
    uint32_t rank;
    struct local like;   /* what is known of the state that it is in */
    const struct op *op; /* what it was about to do in the state before */
    struct op next;      /* and is now, as the program says; */
    bool ended;          /* nothing any more */
    uint32_t posted;     /* the number of the request that it has made last; NOWHERE */
    int32_t message;     /* the name that was made up for the message that it got; -1 */
};

/* Lets the actor go on from the state that ls->before describes. */
static void go_on(struct locals *ls, struct going *g, struct outcome o, uint32_t idle)
{
    bool posts = op_posts(g->op->kind);
    g->posted = posts ? g->like.made : NOWHERE;
    g->like.made += posts;
    g->like.idle = is_idle(g->op, o.index) ? idle : NOWHERE;
    ls->program->ops->resume(ls->program, g->rank, o);
    g->ended = !ls->program->ops->next(ls->program, g->rank, &g->next);
}

/* If the actor is in a state between two others, adds it, and returns its number;
 * otherwise NOWHERE. */
static uint32_t add_between(struct locals *ls, struct going *g, struct pass *to)
{
    const struct program_ops *ops = ls->program->ops;
    if (g->ended || !is_sure(&g->next) || ls->between.len >= UNNAMED - BETWEEN ||
        !ops->mentions || !ops->mentions(ls->program, g->rank, &ls->id) ||
        !(to->places = find_places(ls, g->posted, g->message)))
        return NOWHERE;
    g->like.held += g->message >= 0 && mentions(&ls->id, g->message);
    g->message = -1;
    begin_here(ls);
    if (!(g->op =
              place_op(ls, g->next))) /* the state cannot be used, which is seen again */
        return NOWHERE;
    vec_push(&ls->between, (struct between){.op = g->op});
    ls->bytes += sizeof(struct between);
    return to->to = BETWEEN + (uint32_t)ls->between.len - 1;
}

/* Adds the local state that the actor has come to. False if it cannot be used. */
static bool arrive(struct locals *ls, struct going *g, const struct way *how,
                   struct pass *to)
{
    to->to = NOWHERE;
    if (!ls->program->ops->identify(ls->program, g->rank, &ls->id))
        return false;
    to->places = find_places(ls, g->posted, g->message);
    g->like.held += g->message >= 0 && mentions(&ls->id, g->message);
    if (to->places)
        to->to = intern(ls, g->rank, how, g->like);
    return to->to != NOWHERE; /* the state is the same, but its numbers may be others */
}

/* If the actor waits, and it is seldom that it is in a state in which it has been before,
 * leaves this state unnamed. */
static bool stay_unnamed(struct locals *ls, struct going *g, const struct way *how,
                         struct pass *to)
{
    const struct program_ops *ops = ls->program->ops;
    uint32_t place = 2 * g->rank + (how->from == UNNAMED + 2 * g->rank);
    struct unnamed *u = &ls->unnamed[place];
    if (ls->known[g->rank] < ls->least || !ops->mentions || g->like.failed ||
        g->like.idle != NOWHERE || g->ended || g->next.kind != OP_FINISH ||
        !ops->mentions(ls->program, g->rank, &ls->id) ||
        !(to->places = find_places(ls, g->posted, g->message)))
        return false;
    bool held = g->message >= 0 && mentions(&ls->id, g->message);
    u->requests.len = u->messages.len = 0;
    for (size_t i = 0; i < ls->id.requests.len; i++)
        vec_push(&u->requests, ls->id.requests.at[i]);
    for (size_t i = 0; i < ls->id.messages.len; i++)
        vec_push(&u->messages, ls->id.messages.at[i]);
    begin_here(ls);
    u->is = g->like;
    u->is.rank = g->rank;
    u->is.held += held;
    u->is.passes = NOWHERE;
    u->is.requests = u->requests.at;
    u->is.nrequests = (uint32_t)u->requests.len;
    u->is.messages = u->messages.at;
    u->is.nmessages = (uint32_t)u->messages.len;
    u->from = is_unnamed(how->from) ? NOWHERE : how->from;
    u->o = how->o;
    u->is.op = place_op(ls, g->next);
    if (u->is.op)
        ls->reached = to->to = UNNAMED + place;
    return u->is.op;
}

/* Runs the rank from the local state, up to the next one. */
static bool run(struct locals *ls, uint32_t local, struct outcome o, struct pass *p)
{
    enum { MOST_BETWEEN = 64 };
    const struct local *from = locals_get(ls, local);
    const struct way how = {local, o};
    /* First of all: what is said of the representative may be known only afterwards. */
    if (!is_unnamed(local) && !locals_restore(ls, local))
        return false;
    bool fails = from->op->kind == OP_ASSERT && !from->op->value;
    struct going g = {.rank = from->rank,
                      .op = from->op,
                      .like = {.failed = fails, .made = from->made, .held = from->held},
                      .posted = NOWHERE,
                      .message = -1};
    if (o.received)
        g.message = o.message = message_outcome((uint32_t)o.peer, from->held);
    ls->present[from->rank] = NOWHERE;
    begin_from(ls, from->requests, from->nrequests, from->messages, from->nmessages);
    if (!fails) {
        go_on(ls, &g, o, local);
    } else {
        g.like.idle = local;
    }
    struct pass step = {.next = NOWHERE};
    uint32_t between = NOWHERE, first = NOWHERE;
    for (int i = 0; !fails && i < MOST_BETWEEN; i++) {
        uint32_t next = add_between(ls, &g, &step);
        if (next == NOWHERE)
            break;
        if (!i) {
            first = next;
            p->places = step.places;
        } else {
            ls->between.at[between - BETWEEN].pass = step;
        }
        between = next;
        go_on(ls, &g, (struct outcome){0}, g.like.idle);
    }
    struct pass *last = first == NOWHERE ? p : &step;
    bool good = stay_unnamed(ls, &g, &how, last) || arrive(ls, &g, &how, last);
    if (first != NOWHERE) {
        p->to = first;
        ls->between.at[between - BETWEEN].pass = step;
    }
    if (ls->reached != NOWHERE)
        ls->unnamed[ls->reached - UNNAMED].between = between;
    return good;
}

static uint64_t hash_pass(uint32_t local, uint32_t outcome)
{
    uint64_t x = (uint64_t)local << 32 | outcome;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static uint32_t number_outcome(struct locals *ls, const struct outcome *o)
{
    const uint64_t k[] = {(uint64_t)(uint32_t)o->index << 1 | o->received,
                          (uint64_t)o->value,
                          (uint64_t)(uint32_t)o->peer << 32 | (uint32_t)o->tag};
    return constant_number(&ls->constants, k, sizeof k);
}

enum { FEW_PASSES = 8 }; /* of a local state are in a list */

/* The pass from the local state with this outcome, or NULL; *n says how many of the list
 * were looked at. */
static struct pass *find_pass(struct locals *ls, uint32_t local, uint32_t outcome,
                              uint32_t *n)
{
    size_t at = 0;
    *n = 0;
    for (uint32_t i = ls->at.at[local]->passes; i != NOWHERE; ++*n) {
        if (ls->passes.at[i].outcome == outcome)
            return &ls->passes.at[i];
        i = ls->passes.at[i].next;
    }
    if (*n < FEW_PASSES)
        return NULL;
    uint64_t hash = hash_pass(local, outcome);
    for (uint32_t i; (i = lookup_next(&ls->crowded, hash, &at)) != NOWHERE;)
        if (ls->passes.at[i].from == local && ls->passes.at[i].outcome == outcome)
            return &ls->passes.at[i];
    return NULL;
}

/* Remembers a pass from a local state that has n of them in its list. */
static const struct pass *add_pass(struct locals *ls, struct pass p, uint32_t n)
{
    p.next = ls->at.at[p.from]->passes;
    vec_push(&ls->passes, p);
    if (n < FEW_PASSES)
        ls->at.at[p.from]->passes = (uint32_t)ls->passes.len - 1;
    else
        lookup_add(&ls->crowded, hash_pass(p.from, p.outcome),
                   (uint32_t)ls->passes.len - 1);
    ls->bytes += sizeof p;
    return &vec_last(&ls->passes);
}

const struct pass *locals_pass(struct locals *ls, uint32_t local, struct outcome o)
{
    if (is_between(local))
        return &ls->between.at[local - BETWEEN].pass;
    uint32_t outcome = number_outcome(ls, &o), n = 0;
    const struct pass *known =
        is_unnamed(local) ? NULL : find_pass(ls, local, outcome, &n);
    if (known)
        return known;
    struct pass p = {.outcome = outcome, .next = NOWHERE, .from = local};
    ls->reached = NOWHERE;
    o.message = 0;
    if (!run(ls, local, o, &p)) {
        ls->failed = true;
        return NULL;
    }
    if (!is_unnamed(local) && ls->reached == NOWHERE)
        return add_pass(ls, p, n);
    struct unnamed *u =
        &ls->unnamed[(ls->reached == NOWHERE ? local : ls->reached) - UNNAMED];
    u->pass = p;
    return &u->pass;
}

void locals_forget(struct locals *ls, struct locals_mark to)
{
    if (ls->passes.len > to.passes)
        return;
    ls->bytes -= (ls->between.len - to.between) * sizeof(struct between);
    ls->between.len = to.between;
}

uint32_t locals_name(struct locals *ls, uint32_t local)
{
    struct unnamed *u = &ls->unnamed[local - UNNAMED];
    uint32_t rank = u->is.rank;
    uint32_t n, named = NOWHERE;
    const struct way how = {u->from, u->o};
    if (ls->program->ops->identify(ls->program, rank, &ls->id))
        named = intern(ls, rank, &how, u->is);
    if (named == NOWHERE || u->from == NOWHERE)
        return named;
    struct pass *last =
        u->between == NOWHERE ? &u->pass : &ls->between.at[u->between - BETWEEN].pass;
    last->to = named;
    if (!find_pass(ls, u->from, u->pass.outcome, &n))
        add_pass(ls, u->pass, n);
    return named;
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
