/* SPDX-License-Identifier: Apache-2.0
 *
 * oracle.c - see oracle.h. */
#include "oracle.h"

#include <assert.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define MAX_ROUND   1000 /* steps of a loop */
#define MAX_HISTORY 1000 /* who does more may well go on for ever */

/* An isend, irecv, arrive or receive. */
struct request {
    struct op op;
    uint32_t
        number; /* isend: which message to its receiver; arrive: which on its context */
    bool taken; /* isend: somebody has it: it takes part in matching no more */
    bool received; /* isend: and has begun to receive it */
    int32_t match; /* irecv: the message, or OUTCOME_FALSE */
    bool cancelled;
};

/* A probe or iprobe has seen this message. */
struct sight {
    int32_t message;
    size_t length; /* of the rank's history before it */
};

/* The rank was about to look for something, and this was its state. */
struct glance {
    uint64_t digest;
    size_t length; /* of its history */
};

struct rank {
    VEC(struct request) requests;
    VEC(int32_t) history;
    VEC(struct sight) seen;
    VEC(struct glance) glances; /* the last one: where it is now, if it looks now */
    size_t idle;                /* since this one it has only looked */
    bool failed, ended;
    struct op op; /* what it is about to do, unless it has ended */
};

/* One way to go on. A match has the request that gets the message. */
struct move {
    uint32_t rank;
    int32_t outcome;
    uint32_t request;
    bool match;
    bool buffered; /* possible only because somebody need not wait */
};

typedef VEC(struct move) move_vec;

/* A message, when it was sent. */
struct arrival {
    uint32_t from, to, request;
};

struct judge {
    struct program *program;
    VEC(struct arrival) sent; /* all, oldest first */
    enum buffering buffering;
    uint32_t n;
    struct rank *rank;
    struct set128 visited;
    size_t max_states;
    struct oracle *result;
};

/* ---- names ---- */

static struct digest hash(const void *bytes, size_t n, uint64_t seed)
{
    XXH128_hash_t h = XXH3_128bits_withSeed(bytes, n, seed);
    return (struct digest){h.low64, h.high64};
}

/* Hashes of hashes keep the parts apart, however long they are. */
static struct digest name_of(const struct oracle_rank *r, uint32_t nranks, bool matches)
{
    struct digest *part = mem_alloc((3 * (size_t)nranks + 1) * sizeof *part);
    for (uint32_t i = 0; i < nranks; i++) {
        part[3 * i] = hash(r[i].history.at, r[i].history.len * sizeof(int32_t), 1);
        if (!matches)
            continue;
        part[3 * i + 1] = hash(r[i].match.at, r[i].match.len * sizeof(int32_t), 2);
        part[3 * i + 2] = hash(r[i].arrived.at, r[i].arrived.len * sizeof(int32_t), 4);
    }
    struct digest d = hash(part, 3 * (size_t)nranks * sizeof *part, 3);
    free(part);
    return d;
}

void oracle_arrived(struct oracle_rank *r, uint32_t context, int32_t message)
{
    vec_push(&r->arrived, 0);
    vec_push(&r->arrived, 0);
    size_t i = r->arrived.len - 2;
    for (; i && r->arrived.at[i - 2] > (int32_t)context; i -= 2)
        memcpy(&r->arrived.at[i], &r->arrived.at[i - 2], 2 * sizeof(int32_t));
    r->arrived.at[i] = (int32_t)context;
    r->arrived.at[i + 1] = message;
}

void oracle_rank_free(struct oracle_rank *r)
{
    vec_free(&r->history);
    vec_free(&r->match);
    vec_free(&r->arrived);
}

struct digest oracle_class(const struct oracle_rank *r, uint32_t nranks)
{
    return name_of(r, nranks, true);
}

struct digest oracle_histories(const struct oracle_rank *r, uint32_t nranks)
{
    return name_of(r, nranks, false);
}

static struct request *sent(const struct judge *j, const struct arrival *a)
{
    return &j->rank[a->from].requests.at[a->request];
}

static struct digest name_here(const struct judge *j, bool matches)
{
    struct oracle_rank *r = mem_alloc(j->n * sizeof *r);
    for (uint32_t i = 0; i < j->n; i++) {
        const struct rank *from = &j->rank[i];
        for (size_t k = 0; k < from->history.len; k++)
            vec_push(&r[i].history, from->history.at[k]);
        for (size_t k = 0; k < from->requests.len; k++)
            vec_push(&r[i].match, from->requests.at[k].match);
    }
    for (size_t i = 0; j->program->queues && i < j->sent.len; i++) {
        const struct request *s = sent(j, &j->sent.at[i]);
        oracle_arrived(&r[j->sent.at[i].to], s->op.object,
                       message_outcome(j->sent.at[i].from, s->number));
    }
    struct digest d = name_of(r, j->n, matches);
    for (uint32_t i = 0; i < j->n; i++)
        oracle_rank_free(&r[i]);
    free(r);
    return d;
}

/* ---- messages ---- */

static bool fits(const struct op *receive, uint32_t sender, const struct op *send)
{
    return receive->object == send->object &&
           (receive->peer == ANY || receive->peer == (int32_t)sender) &&
           (receive->tag == ANY || receive->tag == send->tag);
}

static bool is_pending(const struct request *r)
{
    return r->op.kind == OP_IRECV && r->match == OUTCOME_FALSE && !r->cancelled;
}

/* A message that a receive can get. */
static bool is_free(const struct request *r)
{
    return r->op.kind == OP_ISEND && !r->taken && !r->cancelled;
}

/* With queues: the oldest message to the rank that fits and that nobody has, if this
 * sender sent it. */
static struct request *first_in_queue(const struct judge *j, uint32_t to,
                                      const struct op *receive, uint32_t sender)
{
    for (size_t i = 0; i < j->sent.len; i++) {
        const struct arrival *a = &j->sent.at[i];
        struct request *s = sent(j, a);
        if (a->to == to && is_free(s) && fits(receive, a->from, &s->op))
            return a->from == sender ? s : NULL;
    }
    return NULL;
}

/* The oldest message of this sender to the rank that fits and that nobody has. */
static struct request *oldest(const struct judge *j, uint32_t to,
                              const struct op *receive, uint32_t sender)
{
    if (j->program->queues)
        return first_in_queue(j, to, receive, sender);
    for (size_t i = 0; i < j->rank[sender].requests.len; i++) {
        struct request *s = &j->rank[sender].requests.at[i];
        if (is_free(s) && s->op.peer == (int32_t)to && fits(receive, sender, &s->op))
            return s;
    }
    return NULL;
}

/* May a receive of the rank get a message of this sender now, and which? `before`: how
 * many of the rank's requests are older than the receive. */
static struct request *available(const struct judge *j, uint32_t to,
                                 const struct op *receive, size_t before, uint32_t sender)
{
    struct request *s = oldest(j, to, receive, sender);
    for (size_t i = 0; s && i < before; i++) {
        const struct request *r = &j->rank[to].requests.at[i];
        if (is_pending(r) && fits(&r->op, sender, &s->op))
            return NULL;
    }
    return s;
}

static struct request *message(const struct judge *j, uint32_t to, int32_t outcome)
{
    struct rank *from = &j->rank[message_sender(outcome)];
    for (size_t i = 0; i < from->requests.len; i++) {
        struct request *s = &from->requests.at[i];
        if (s->op.kind == OP_ISEND && s->op.peer == (int32_t)to &&
            s->number == message_number(outcome))
            return s;
    }
    assert(0 && "there is such a message");
    return NULL;
}

/* ---- completion ---- */

/* Have the first so many of those who take part come as far as this arrive? */
static bool arrived(const struct judge *j, const struct request *arrive, uint32_t needed)
{
    for (uint32_t i = 0; i < needed; i++) {
        const struct rank *r = &j->rank[arrive->op.args[i]];
        bool there = false;
        for (size_t k = 0; k < r->requests.len; k++)
            there |= r->requests.at[k].op.kind == OP_ARRIVE &&
                     r->requests.at[k].op.object == arrive->op.object &&
                     r->requests.at[k].number == arrive->number;
        if (!there)
            return false;
    }
    return true;
}

enum completion { NOT_COMPLETE, BY_BUFFERING, COMPLETE };

/* A buffered send is complete at once; a synchronous one when its receive has started,
 * which for a message that was only taken (MPI_Mprobe) is its MPI_Mrecv; a standard one
 * as the one or as the other (3.4). */
static enum completion completion_of_send(const struct judge *j, const struct request *s)
{
    bool standard = s->op.mode == SEND_STANDARD || s->op.mode == SEND_READY;
    if (s->received || s->op.mode == SEND_BUFFERED)
        return COMPLETE;
    if (!standard || j->buffering == BUFFERING_ZERO)
        return NOT_COMPLETE;
    return j->buffering == BUFFERING_ANY ? BY_BUFFERING : COMPLETE;
}

/* A collective is complete for a rank when those have come whose data it needs; it may
 * or may not wait for the others (6.1). */
static enum completion completion_of_arrive(const struct judge *j,
                                            const struct request *r)
{
    if (arrived(j, r, r->op.nargs))
        return COMPLETE;
    if (j->buffering == BUFFERING_ZERO || !arrived(j, r, r->op.needed))
        return NOT_COMPLETE;
    return j->buffering == BUFFERING_ANY ? BY_BUFFERING : COMPLETE;
}

/* May a wait or test find the request complete? */
static enum completion completion(const struct judge *j, const struct request *r)
{
    switch (r->op.kind) {
    case OP_ISEND:
        return completion_of_send(j, r);
    case OP_ARRIVE:
        return completion_of_arrive(j, r);
    case OP_IRECV:
        return r->match != OUTCOME_FALSE ? COMPLETE : NOT_COMPLETE;
    default: /* a receive of a message that is there */
        return COMPLETE;
    }
}

/* ---- what can happen ---- */

/* A test may always fail: the standard says what must have happened before an operation
 * completes, and not how long that takes (3.5, 3.7.3). That a rank that asks for ever is
 * answered at last is the matter of find_rounds(). */
static void add_completions(const struct judge *j, uint32_t rank, move_vec *out)
{
    const struct rank *me = &j->rank[rank];
    for (uint32_t i = 0; i < me->op.nargs; i++) {
        enum completion c = completion(j, &me->requests.at[me->op.args[i]]);
        struct move m = {
            .rank = rank, .outcome = (int32_t)i, .buffered = c == BY_BUFFERING};
        if (c != NOT_COMPLETE)
            vec_push(out, m);
    }
    if (me->op.kind == OP_POLL)
        vec_push(out, (struct move){.rank = rank, .outcome = OUTCOME_FALSE});
}

/* Has a probe shown a message to the rank that its present look is for, and that nobody
 * has received since? */
static bool knows_of_one(const struct judge *j, uint32_t rank)
{
    const struct rank *me = &j->rank[rank];
    for (size_t i = 0; i < me->seen.len; i++) {
        int32_t name = me->seen.at[i].message;
        const struct request *s = message(j, rank, name);
        if (is_free(s) && fits(&me->op, message_sender(name), &s->op))
            return true;
    }
    return false;
}

/* Probe, iprobe and tryrecv succeed with a message that a receive with the same arguments
 * would get at this point (3.8.1). An iprobe or tryrecv may fail, as nobody says when a
 * message that was sent can be seen; unless one was seen already. If one was, and an
 * older receive that has not decided yet stands before it, then nothing is possible until
 * that receive has its message. */
static void add_messages(const struct judge *j, uint32_t rank, move_vec *out)
{
    const struct rank *me = &j->rank[rank];
    for (uint32_t q = 0; q < j->n; q++) {
        const struct request *s = available(j, rank, &me->op, me->requests.len, q);
        struct move m = {.rank = rank};
        if (s) {
            m.outcome = message_outcome(q, s->number);
            vec_push(out, m);
        }
    }
    if (me->op.kind != OP_PROBE && !knows_of_one(j, rank))
        vec_push(out, (struct move){.rank = rank, .outcome = OUTCOME_FALSE});
}

/* A receive that is posted and a message that is sent match some time, in the order of
 * posting and of sending (3.5); nobody need ask for it. */
static void add_matches(const struct judge *j, uint32_t rank, move_vec *out)
{
    const struct rank *me = &j->rank[rank];
    for (uint32_t i = 0; i < me->requests.len; i++) {
        const struct request *r = &me->requests.at[i];
        for (uint32_t q = 0; is_pending(r) && q < j->n; q++) {
            const struct request *s = available(j, rank, &r->op, i, q);
            struct move m = {.rank = rank, .request = i, .match = true};
            if (s) {
                m.outcome = message_outcome(q, s->number);
                vec_push(out, m);
            }
        }
    }
}

static void add_moves(const struct judge *j, uint32_t rank, move_vec *out)
{
    const struct rank *me = &j->rank[rank];
    struct move plain = {.rank = rank};
    switch (me->op.kind) {
    case OP_FINISH:
    case OP_POLL:
        add_completions(j, rank, out);
        break;
    case OP_PROBE:
    case OP_IPROBE:
    case OP_TRYRECV:
        add_messages(j, rank, out);
        break;
    case OP_CHOOSE:
        for (; plain.outcome < me->op.value; plain.outcome++)
            vec_push(out, plain);
        break;
    case OP_CANCEL:
        plain.outcome = is_pending(&me->requests.at[me->op.args[0]]);
        vec_push(out, plain);
        break;
    case OP_RETRACT: /* it may fail with any message: the receiver decides (3.8.4) */
        vec_push(out, plain);
        plain.outcome = 1;
        if (is_free(&me->requests.at[me->op.args[0]]))
            vec_push(out, plain);
        break;
    case OP_ISEND:
    case OP_IRECV:
    case OP_ARRIVE:
    case OP_RECEIVE:
    case OP_ASSERT:
    case OP_LOCAL:
        vec_push(out, plain);
        break;
    default:
        assert(0 && "an operation of matching semantics");
    }
}

/* ---- doing it ---- */

static void add_request(struct judge *j, uint32_t rank)
{
    struct rank *me = &j->rank[rank];
    struct request r = {.op = me->op, .match = OUTCOME_FALSE};
    for (size_t i = 0; i < me->requests.len; i++) {
        const struct op *other = &me->requests.at[i].op;
        r.number += other->kind == me->op.kind &&
                    (me->op.kind == OP_ISEND ? other->peer == me->op.peer
                                             : other->object == me->op.object);
    }
    if (me->op.kind == OP_ISEND)
        vec_push(&j->sent, (struct arrival){rank, (uint32_t)me->op.peer,
                                            (uint32_t)me->requests.len});
    vec_push(&me->requests, r);
}

static int64_t gathered(const struct judge *j, uint32_t rank,
                        const struct request *arrive)
{
    uint32_t needed = arrive->op.needed;
    int64_t *values = mem_alloc((needed + 1) * sizeof *values);
    for (uint32_t i = 0; i < needed; i++) {
        const struct rank *r = &j->rank[arrive->op.args[i]];
        for (size_t k = 0; k < r->requests.len; k++)
            if (r->requests.at[k].op.kind == OP_ARRIVE &&
                r->requests.at[k].op.object == arrive->op.object &&
                r->requests.at[k].number == arrive->number)
                values[i] = r->requests.at[k].op.value;
    }
    int64_t value = j->program->ops->gather(j->program, rank, &arrive->op, values);
    free(values);
    return value;
}

static void fill(const struct judge *j, uint32_t rank, int32_t name, struct outcome *o)
{
    const struct request *s = message(j, rank, name);
    o->received = true;
    o->value = s->op.value;
    o->peer = (int32_t)message_sender(name);
    o->tag = s->op.tag;
    o->message = name;
}

/* The request that a finish or poll reports; NULL if it is nothing of that kind. */
static const struct request *reported(const struct rank *me, const struct move *m)
{
    bool asks = me->op.kind == OP_FINISH || me->op.kind == OP_POLL;
    if (!asks || m->outcome == OUTCOME_FALSE)
        return NULL;
    return &me->requests.at[me->op.args[m->outcome]];
}

static bool shows(enum op_kind kind)
{
    return kind == OP_PROBE || kind == OP_IPROBE;
}

static bool looks(enum op_kind kind)
{
    return shows(kind) || kind == OP_TRYRECV || kind == OP_POLL;
}

/* What the program is told. */
static struct outcome outcome(const struct judge *j, const struct move *m)
{
    const struct rank *me = &j->rank[m->rank];
    const struct request *r = reported(me, m);
    struct outcome o = {.index = m->outcome};
    if (m->outcome == OUTCOME_FALSE)
        return o;
    if (looks(me->op.kind) && me->op.kind != OP_POLL) {
        o.index = 0;
        fill(j, m->rank, m->outcome, &o);
    } else if (r && r->op.kind == OP_IRECV) {
        fill(j, m->rank, r->match, &o);
    } else if (r && r->op.kind == OP_ARRIVE) {
        o.value = gathered(j, m->rank, r);
    }
    return o;
}

static void look(struct judge *j, uint32_t rank)
{
    struct rank *me = &j->rank[rank];
    me->ended = me->failed || !j->program->ops->next(j->program, rank, &me->op);
    if (!me->ended && looks(me->op.kind))
        vec_push(&me->glances, (struct glance){j->program->ops->digest(j->program, rank),
                                               me->history.len});
}

/* ---- rounds in vain ---- */

/* Nothing has changed by it, for anybody. */
static bool is_idle(enum op_kind kind, int32_t result)
{
    return kind == OP_LOCAL || kind == OP_ASSERT || shows(kind) ||
           ((kind == OP_POLL || kind == OP_TRYRECV) && result == OUTCOME_FALSE);
}

/* The rank is where it was before, and has only looked since: as if it had not. What it
 * has seen meanwhile is forgotten too: who knows of a message has fewer ways to go on
 * than who does not, and no others. */
static void forget_round(struct rank *me)
{
    if (me->ended || !looks(me->op.kind))
        return;
    size_t now = me->glances.len - 1;
    for (size_t i = me->idle; i < now; i++)
        if (me->glances.at[i].digest == me->glances.at[now].digest) {
            me->history.len = me->glances.at[i].length;
            me->glances.len = i + 1;
            while (me->seen.len && vec_last(&me->seen).length >= me->history.len)
                me->seen.len--;
            return;
        }
}

/* Ways to look for ever: for each, the history up to the last look of the first round. */
typedef VEC(int32_t) history_vec;
typedef VEC(history_vec) rounds_vec;

/* Adds the ways in which the rank can come back `home` by looking, without ever failing
 * to see what is there. Nobody else moves meanwhile. `looked`: the history's length after
 * the last look. */
static void find_rounds(struct judge *j, uint32_t rank, size_t home, size_t looked,
                        bool buffered, rounds_vec *out)
{
    struct rank *me = &j->rank[rank];
    const struct program_ops *ops = j->program->ops;
    size_t length = me->history.len, glances = me->glances.len, found = 0;
    struct op op = me->op;
    move_vec moves = {0};
    if (me->ended || length - me->glances.at[home].length > MAX_ROUND)
        return;
    add_moves(j, rank, &moves);
    for (size_t i = 0; i < moves.len; i++)
        found +=
            moves.at[i].outcome != OUTCOME_FALSE && (buffered || !moves.at[i].buffered);
    for (size_t i = 0; i < moves.len; i++) {
        const struct move *m = &moves.at[i];
        bool in_vain = looks(op.kind) && m->outcome == OUTCOME_FALSE;
        if ((m->buffered && !buffered) || (in_vain && found) ||
            !is_idle(op.kind, m->outcome) || (op.kind == OP_ASSERT && !op.value))
            continue;
        image_id image = ops->save(j->program, rank);
        vec_push(&me->history, m->outcome);
        size_t last = looks(op.kind) ? me->history.len : looked;
        ops->resume(j->program, rank, outcome(j, m));
        look(j, rank);
        bool seen = false, at_home = false;
        for (size_t k = me->idle; k < glances && me->glances.len > glances; k++) {
            bool same = me->glances.at[k].digest == me->glances.at[glances].digest;
            at_home |= same && k == home;
            seen |= same;
        }
        if (at_home) {
            history_vec round = {0};
            for (size_t k = 0; k < last; k++)
                vec_push(&round, me->history.at[k]);
            vec_push(out, round);
        } else if (!seen) {
            find_rounds(j, rank, home, last, buffered, out);
        }
        me->history.len = length;
        me->glances.len = glances;
        me->op = op;
        me->ended = false;
        ops->restore(j->program, rank, image);
        ops->release(j->program, rank, image);
    }
    vec_free(&moves);
}

static bool makes_request(enum op_kind kind)
{
    return kind == OP_ISEND || kind == OP_IRECV || kind == OP_ARRIVE ||
           kind == OP_RECEIVE;
}

/* The operation takes this message, or (`yes` is false) has not done so. */
static void take_message(const struct judge *j, uint32_t rank, const struct op *op,
                         int32_t name, bool yes)
{
    struct request *s = message(j, rank, name);
    s->taken = yes;
    s->received = yes && op->mode == RECEIVE_WHOLE;
}

static void step(struct judge *j, const struct move *m)
{
    struct rank *me = &j->rank[m->rank];
    struct outcome o = outcome(j, m);
    const struct request *r = reported(me, m);
    if (shows(me->op.kind) && m->outcome != OUTCOME_FALSE)
        vec_push(&me->seen, (struct sight){m->outcome, me->history.len});
    vec_push(&me->history, m->outcome);
    if (r && r->op.kind == OP_IRECV)
        vec_push(&me->history, r->match);
    if (me->op.kind == OP_RECEIVE)
        message(j, m->rank, (int32_t)me->op.value)->received = true;
    if (makes_request(me->op.kind))
        add_request(j, m->rank);
    else if (me->op.kind == OP_TRYRECV && m->outcome != OUTCOME_FALSE)
        take_message(j, m->rank, &me->op, m->outcome, true);
    else if (me->op.kind == OP_CANCEL || me->op.kind == OP_RETRACT)
        me->requests.at[me->op.args[0]].cancelled |= m->outcome;
    me->failed = me->op.kind == OP_ASSERT && !me->op.value;
    if (!is_idle(me->op.kind, m->outcome))
        me->idle = me->glances.len;
    if (!me->failed)
        j->program->ops->resume(j->program, m->rank, o);
    look(j, m->rank);
}

/* The operation is that of before the step. */
static void step_back(struct judge *j, const struct move *m, struct op op)
{
    struct rank *me = &j->rank[m->rank];
    me->failed = me->ended = false;
    me->op = op;
    if (op.kind == OP_ISEND)
        j->sent.len--;
    if (op.kind == OP_RECEIVE)
        message(j, m->rank, (int32_t)op.value)->received = false;
    if (makes_request(op.kind))
        me->requests.len--;
    else if (op.kind == OP_TRYRECV && m->outcome != OUTCOME_FALSE)
        take_message(j, m->rank, &op, m->outcome, false);
    else if ((op.kind == OP_CANCEL || op.kind == OP_RETRACT) && m->outcome)
        me->requests.at[op.args[0]].cancelled = false;
}

static void match(struct judge *j, const struct move *m, bool yes)
{
    struct request *r = &j->rank[m->rank].requests.at[m->request];
    take_message(j, m->rank, &r->op, m->outcome, yes);
    r->match = yes ? m->outcome : OUTCOME_FALSE;
}

/* ---- everything ---- */

static bool under_way(const struct judge *j)
{
    for (uint32_t i = 0; i < j->n; i++)
        if (!j->rank[i].ended)
            return true;
    return false;
}

/* Can nothing happen any more, but that ranks look for ever in vain? Then says how.
 * `buffered`: with what is possible only because somebody need not wait. */
static bool at_end(struct judge *j, const move_vec *moves, bool buffered,
                   rounds_vec *rounds)
{
    for (uint32_t i = 0; i < j->n; i++) {
        bool moved = false;
        for (size_t k = 0; k < moves->len; k++) {
            const struct move *m = &moves->at[k];
            if (m->rank != i || (m->buffered && !buffered))
                continue;
            moved = true;
            if (m->match || !looks(j->rank[i].op.kind))
                return false;
        }
        if (moved)
            find_rounds(j, i, j->rank[i].glances.len - 1, 0, buffered, &rounds[i]);
        if (moved && !rounds[i].len)
            return false;
    }
    return true;
}

/* An end for each way in which the ranks from this one on look for ever. */
static void note_end(struct judge *j, uint32_t from, const rounds_vec *rounds,
                     bool buffered, struct oracle_end e)
{
    while (from < j->n && !rounds[from].len)
        from++;
    if (from == j->n && buffered) {
        e.name = name_here(j, true);
        e.histories = name_here(j, false);
        vec_push(&j->result->classes, e);
    } else if (from == j->n) {
        vec_push(&j->result->halted, name_here(j, false));
    }
    e.endless = true;
    for (size_t i = 0; from < j->n && i < rounds[from].len; i++) {
        struct rank *me = &j->rank[from];
        struct rank before = *me;
        me->history.at = rounds[from].at[i].at;
        me->history.len = rounds[from].at[i].len;
        note_end(j, from + 1, rounds, buffered, e);
        me->history = before.history;
    }
}

static void note_state(struct judge *j, const move_vec *moves)
{
    struct oracle_end e = {.deadlock = under_way(j)};
    for (uint32_t i = 0; i < j->n; i++)
        e.failed |= j->rank[i].failed;
    for (int buffered = !e.deadlock; buffered < 2; buffered++) {
        rounds_vec *rounds = mem_alloc(j->n * sizeof *rounds);
        if (at_end(j, moves, buffered, rounds))
            note_end(j, 0, rounds, buffered, e);
        for (uint32_t i = 0; i < j->n; i++) {
            for (size_t k = 0; k < rounds[i].len; k++)
                vec_free(&rounds[i].at[k]);
            vec_free(&rounds[i]);
        }
        free(rounds);
    }
}

static void explore(struct judge *j);

static void *copy(const void *from, size_t bytes)
{
    return bytes ? memcpy(mem_resize(NULL, bytes), from, bytes) : NULL;
}

static void take(struct judge *j, const struct move *m)
{
    const struct program_ops *ops = j->program->ops;
    if (m->match) {
        match(j, m, true);
        explore(j);
        match(j, m, false);
        return;
    }
    image_id image = ops->save(j->program, m->rank);
    struct rank *me = &j->rank[m->rank], before = *me;
    before.history.at = copy(me->history.at, me->history.cap * sizeof(int32_t));
    before.glances.at = copy(me->glances.at, me->glances.cap * sizeof(struct glance));
    before.seen.at = copy(me->seen.at, me->seen.cap * sizeof(struct sight));
    step(j, m);
    forget_round(me);
    explore(j);
    step_back(j, m, before.op);
    me->idle = before.idle;
    vec_free(&me->history);
    vec_free(&me->glances);
    vec_free(&me->seen);
    me->history = before.history;
    me->glances = before.glances;
    me->seen = before.seen;
    ops->restore(j->program, m->rank, image);
    ops->release(j->program, m->rank, image);
}

static void explore(struct judge *j)
{
    if (!j->result->complete || !set128_add(&j->visited, name_here(j, true)))
        return;
    j->result->complete = ++j->result->states <= j->max_states;
    for (uint32_t i = 0; i < j->n; i++)
        j->result->complete &= j->rank[i].history.len <= MAX_HISTORY;
    if (!j->result->complete)
        return;
    move_vec moves = {0};
    for (uint32_t i = 0; i < j->n; i++) {
        if (!j->rank[i].ended)
            add_moves(j, i, &moves);
        add_matches(j, i, &moves);
    }
    note_state(j, &moves);
    for (size_t i = 0; i < moves.len; i++)
        take(j, &moves.at[i]);
    vec_free(&moves);
}

/* ---- results ---- */

static int by_value(const void *a, const void *b)
{
    const struct digest *x = a, *y = b;
    if (x->hi != y->hi)
        return x->hi < y->hi ? -1 : 1;
    return x->lo < y->lo ? -1 : x->lo > y->lo;
}

/* A halted state is reached once for every way to match what nobody has observed. */
static void distil(struct oracle *o)
{
    size_t n = 0;
    if (o->classes.len)
        qsort(o->classes.at, o->classes.len, sizeof *o->classes.at, by_value);
    if (o->halted.len)
        qsort(o->halted.at, o->halted.len, sizeof *o->halted.at, by_value);
    for (size_t i = 0; i < o->halted.len; i++)
        if (!n || by_value(&o->halted.at[n - 1], &o->halted.at[i]))
            o->halted.at[n++] = o->halted.at[i];
    o->halted.len = n;
    for (size_t i = 0; i < o->classes.len; i++) {
        o->deadlocks += o->classes.at[i].deadlock;
        o->failures += o->classes.at[i].failed;
        o->endless += o->classes.at[i].endless;
    }
}

void oracle_run(struct program *p, enum buffering buffering, size_t max_states,
                struct oracle *o)
{
    struct judge j = {.program = p,
                      .buffering = buffering,
                      .n = p->nactors,
                      .max_states = max_states,
                      .result = o};
    *o = (struct oracle){.complete = true};
    j.rank = mem_alloc(j.n * sizeof *j.rank);
    for (uint32_t i = 0; i < j.n; i++)
        look(&j, i);
    explore(&j);
    distil(o);
    for (uint32_t i = 0; i < j.n; i++) {
        vec_free(&j.rank[i].requests);
        vec_free(&j.rank[i].history);
        vec_free(&j.rank[i].glances);
        vec_free(&j.rank[i].seen);
    }
    free(j.rank);
    vec_free(&j.sent);
    set128_free(&j.visited);
}

void oracle_free(struct oracle *o)
{
    vec_free(&o->classes);
    vec_free(&o->halted);
}

bool oracle_has_class(const struct oracle *o, struct digest name)
{
    return o->classes.len &&
           bsearch(&name, o->classes.at, o->classes.len, sizeof *o->classes.at, by_value);
}

bool oracle_has_halted(const struct oracle *o, struct digest histories)
{
    return o->halted.len && bsearch(&histories, o->halted.at, o->halted.len,
                                    sizeof *o->halted.at, by_value);
}
