/* SPDX-License-Identifier: Apache-2.0
 *
 * pass.c - what ranks do with outcomes: from one local state to the next; see local.h. */
#include "explore/states/local_inside.h"

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
                  : local_place_request(ls, id->requests.at[i], i ? at[-1] + 1 : 0);
        good &= new || *at != NOWHERE;
    }
    for (size_t i = 0; i < id->messages.len; i++, at++) {
        bool new = message >= 0 && id->messages.at[i] == message;
        *at = new ? PLACE_NEW : local_place_message(ls, id->messages.at[i]);
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
    const struct program_merging *ops = ls->program->ops->merging;
    if (g->ended || !is_sure(&g->next) || ls->between.len >= UNNAMED - BETWEEN ||
        !ops->mentions || !ops->mentions(ls->program, g->rank, &ls->id) ||
        !(to->places = find_places(ls, g->posted, g->message)))
        return NOWHERE;
    g->like.held += g->message >= 0 && mentions(&ls->id, g->message);
    g->message = -1;
    local_begin_here(ls);
    if (!(g->op = local_place_op(
              ls, g->next))) /* the state cannot be used, which is seen again */
        return NOWHERE;
    vec_push(&ls->between, (struct between){.op = g->op});
    ls->bytes += sizeof(struct between);
    return to->to = BETWEEN + (uint32_t)ls->between.len - 1;
}

/* Adds the local state that the actor has come to. False if it cannot be used. */
static bool arrive(struct locals *ls, struct going *g, const struct local_way *how,
                   struct pass *to)
{
    to->to = NOWHERE;
    if (!ls->program->ops->merging->identify(ls->program, g->rank, &ls->id))
        return false;
    to->places = find_places(ls, g->posted, g->message);
    g->like.held += g->message >= 0 && mentions(&ls->id, g->message);
    if (to->places)
        to->to = local_intern(ls, g->rank, how, g->like);
    return to->to != NOWHERE; /* the state is the same, but its numbers may be others */
}

/* If the actor waits, and it is seldom that it is in a state in which it has been before,
 * leaves this state unnamed. */
static bool stay_unnamed(struct locals *ls, struct going *g, const struct local_way *how,
                         struct pass *to)
{
    const struct program_merging *ops = ls->program->ops->merging;
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
    local_begin_here(ls);
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
    u->is.op = local_place_op(ls, g->next);
    if (u->is.op)
        ls->reached = to->to = UNNAMED + place;
    return u->is.op;
}

/* Runs the rank from the local state, up to the next one. */
static bool run(struct locals *ls, uint32_t local, struct outcome o, struct pass *p)
{
    enum { MOST_BETWEEN = 64 };
    const struct local *from = locals_get(ls, local);
    const struct local_way how = {local, o};
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
    local_begin_from(ls, from->requests, from->nrequests, from->messages,
                     from->nmessages);
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
    const struct local_way how = {u->from, u->o};
    if (ls->program->ops->merging->identify(ls->program, rank, &ls->id))
        named = local_intern(ls, rank, &how, u->is);
    if (named == NOWHERE || u->from == NOWHERE)
        return named;
    struct pass *last =
        u->between == NOWHERE ? &u->pass : &ls->between.at[u->between - BETWEEN].pass;
    last->to = named;
    if (!find_pass(ls, u->from, u->pass.outcome, &n))
        add_pass(ls, u->pass, n);
    return named;
}
