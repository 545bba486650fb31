/* SPDX-License-Identifier: Apache-2.0
 *
 * oracle_patience.c - see oracle_patience.h. */
#include "oracle_patience.h"

#include <assert.h>
#include <string.h>

enum { MAX_MESSAGES = 16 }; /* from one rank, in there_of_message() */

/* ---- what a rank can know ---- */

static void learn(struct knowledge *k, const struct knowledge *more)
{
    for (int i = 0; i < ORACLE_RANKS; i++) {
        k->made[i] = k->made[i] > more->made[i] ? k->made[i] : more->made[i];
        k->taken[i] |= more->taken[i];
        k->received[i] |= more->received[i];
    }
}

static bool has(uint64_t set, size_t i)
{
    return i < 64 && (set >> i & 1);
}

static uint32_t index_of(const struct judge *j, uint32_t rank, const struct request *r)
{
    return (uint32_t)(r - j->rank[rank].requests.at);
}

/* Must somebody begin to receive it before it is complete? */
static bool waits(const struct judge *j, const struct request *send)
{
    return send->op.mode == SEND_SYNC ||
           (send->op.mode != SEND_BUFFERED && j->buffering == BUFFERING_ZERO);
}

static uint32_t needed(const struct judge *j, const struct op *arrive)
{
    return j->buffering == BUFFERING_ZERO ? arrive->nargs : arrive->needed;
}

/* The same collective, of another rank; NULL: it has not arrived. */
static const struct request *arrival_of(const struct judge *j, uint32_t rank,
                                        const struct request *mine)
{
    const struct rank *r = &j->rank[rank];
    for (size_t i = 0; i < r->requests.len; i++)
        if (r->requests.at[i].op.kind == OP_ARRIVE &&
            r->requests.at[i].op.object == mine->op.object &&
            r->requests.at[i].number == mine->number)
            return &r->requests.at[i];
    return NULL;
}

/* What was settled before the rank could get or see this message by such a receive, of
 * which `before` requests are older: R and S. */
static void learn_order(const struct judge *j, uint32_t rank, const struct op *receive,
                        size_t before, int32_t message, struct knowledge *k)
{
    uint32_t from = message_sender(message);
    const struct request *s = rules_message(j, rank, message);
    for (size_t i = 0; i < before; i++) {
        const struct request *r = &j->rank[rank].requests.at[i];
        if (r->op.kind != OP_IRECV || !rules_fits(&r->op, from, &s->op))
            continue;
        if (r->cancelled)
            learn(k, &r->without);
        else
            learn(k, &rules_message(j, rank, r->match)->taking);
    }
    for (const struct request *o = j->rank[from].requests.at; o < s; o++)
        if (o->op.kind == OP_ISEND && o->op.peer == (int32_t)rank && o->taken &&
            rules_fits(receive, from, &o->op))
            learn(k, &o->taking);
}

/* What is known of a message when it is got or seen. */
static void learn_message(const struct judge *j, uint32_t rank, const struct op *receive,
                          size_t before, int32_t message, struct knowledge *k)
{
    learn(k, &rules_message(j, rank, message)->when);
    learn_order(j, rank, receive, before, message, k);
}

static void note_taken(const struct judge *j, uint32_t rank, int32_t message,
                       bool receives, struct knowledge *k)
{
    struct request *s = rules_message(j, rank, message);
    uint32_t from = message_sender(message);
    uint64_t bit = UINT64_C(1) << index_of(j, from, s);
    k->taken[from] |= bit;
    if (receives)
        k->received[from] |= bit;
    s->taking = *k;
    if (receives)
        s->begun = *k;
}

void patience_match(struct judge *j, const struct move *m)
{
    if (!j->polls)
        return;
    const struct request *r = &j->rank[m->rank].requests.at[m->request];
    struct knowledge k = r->when;
    learn_message(j, m->rank, &r->op, m->request, m->outcome, &k);
    note_taken(j, m->rank, m->outcome, r->op.mode == RECEIVE_WHOLE, &k);
}

/* ---- what is there, as far as a rank can know ---- */

/* A part of the state: what is open as far as the rank knows. */
struct scene {
    const struct judge *j;
    uint32_t rank;
    const struct knowledge *k;
    uint64_t pending;            /* its receives */
    uint64_t free[ORACLE_RANKS]; /* the messages to it */
};

static struct scene scene_of(const struct judge *j, uint32_t rank)
{
    const struct rank *me = &j->rank[rank];
    struct scene s = {.j = j, .rank = rank, .k = &me->know};
    for (size_t i = 0; i < me->requests.len && i < 64; i++) {
        const struct request *r = &me->requests.at[i];
        if (r->op.kind != OP_IRECV || r->cancelled)
            continue;
        const struct request *m =
            r->match == OUTCOME_FALSE ? NULL : rules_message(j, rank, r->match);
        bool known = m && has(s.k->taken[message_sender(r->match)],
                              index_of(j, message_sender(r->match), m));
        if (!known)
            s.pending |= UINT64_C(1) << i;
    }
    for (uint32_t q = 0; q < j->n; q++)
        for (size_t i = 0; i < j->rank[q].requests.len && i < 64; i++) {
            const struct request *m = &j->rank[q].requests.at[i];
            bool made = q == rank || i < s.k->made[q];
            if (m->op.kind == OP_ISEND && m->op.peer == (int32_t)rank && made &&
                !has(s.k->taken[q], i))
                s.free[q] |= UINT64_C(1) << i;
        }
    return s;
}

/* The message of this sender that such a receive may get in the scene; -1: none. */
static int gets(const struct scene *s, const struct op *receive, size_t before,
                uint32_t q)
{
    const struct rank *me = &s->j->rank[s->rank];
    for (int i = 0; i < 64; i++) {
        if (!has(s->free[q], (size_t)i))
            continue;
        const struct op *send = &s->j->rank[q].requests.at[i].op;
        if (!rules_fits(receive, q, send))
            continue;
        for (size_t k = 0; k < before; k++)
            if (has(s->pending, k) && rules_fits(&me->requests.at[k].op, q, send))
                return -1;
        return i;
    }
    return -1;
}

static uint64_t there_of_message(uint32_t sender, int request)
{
    return UINT64_C(1) << (sender * MAX_MESSAGES + (uint32_t)request % MAX_MESSAGES);
}

/* All messages that a look may find now, or when some of the rank's receives have got
 * theirs. */
static uint64_t messages_there(struct scene s)
{
    const struct rank *me = &s.j->rank[s.rank];
    uint64_t there = 0;
    for (uint32_t q = 0; q < s.j->n; q++) {
        int m = gets(&s, &me->op, me->requests.len, q);
        if (m >= 0)
            there |= there_of_message(q, m);
        for (size_t i = 0; i < me->requests.len; i++) {
            m = has(s.pending, i) ? gets(&s, &me->requests.at[i].op, i, q) : -1;
            if (m < 0)
                continue;
            struct scene next = s;
            next.pending &= ~(UINT64_C(1) << i);
            next.free[q] &= ~(UINT64_C(1) << m);
            there |= messages_there(next);
        }
    }
    return there;
}

/* Can this receive get a message now, or when others have theirs? */
static bool receive_there(struct scene s, size_t wanted)
{
    const struct rank *me = &s.j->rank[s.rank];
    if (!has(s.pending, wanted))
        return true;
    for (uint32_t q = 0; q < s.j->n; q++)
        for (size_t i = 0; i <= wanted; i++) {
            int m = has(s.pending, i) ? gets(&s, &me->requests.at[i].op, i, q) : -1;
            if (m < 0)
                continue;
            struct scene next = s;
            next.pending &= ~(UINT64_C(1) << i);
            next.free[q] &= ~(UINT64_C(1) << m);
            if (receive_there(next, wanted))
                return true;
        }
    return false;
}

static bool request_there(const struct judge *j, uint32_t rank, uint32_t request)
{
    const struct rank *me = &j->rank[rank];
    const struct request *r = &me->requests.at[request];
    switch (r->op.kind) {
    case OP_ISEND:
        return !waits(j, r) || has(me->know.received[rank], request);
    case OP_IRECV:
        return !r->cancelled && receive_there(scene_of(j, rank), request);
    case OP_ARRIVE:
        for (uint32_t i = 0; i < needed(j, &r->op); i++) {
            uint32_t q = r->op.args[i];
            const struct request *a = arrival_of(j, q, r);
            if (!a || (q != rank && index_of(j, q, a) >= me->know.made[q]))
                return false;
        }
        return true;
    default:
        return true;
    }
}

static uint64_t there(const struct judge *j, uint32_t rank)
{
    const struct rank *me = &j->rank[rank];
    uint64_t found = 0;
    if (me->op.kind != OP_POLL)
        return messages_there(scene_of(j, rank));
    for (uint32_t i = 0; i < me->op.nargs; i++)
        if (request_there(j, rank, me->op.args[i]))
            found |= UINT64_C(1) << me->op.args[i];
    return found;
}

/* ---- what it has looked for before ---- */

static bool is_look(enum op_kind kind)
{
    return kind == OP_POLL || kind == OP_PROBE || kind == OP_IPROBE || kind == OP_TRYRECV;
}

static struct glimpse glimpse_of(const struct judge *j, uint32_t rank, int32_t outcome)
{
    const struct op *op = &j->rank[rank].op;
    struct glimpse g = {.kind = op->kind,
                        .where = op->where,
                        .object = op->object,
                        .peer = op->peer,
                        .tag = op->tag,
                        .failed = outcome == OUTCOME_FALSE};
    g.peeked = !g.failed && (op->kind == OP_PROBE || op->kind == OP_IPROBE);
    for (uint32_t i = 0; op->kind == OP_POLL && i < op->nargs; i++)
        if (op->args[i] < 64) /* more of them where patience is not limited */
            g.requests |= UINT64_C(1) << op->args[i];
    return g;
}

static bool repeats(const struct glimpse *a, const struct glimpse *b)
{
    if (a->kind != b->kind || a->where != b->where)
        return false;
    return a->kind == OP_POLL
               ? (a->requests & b->requests) != 0
               : a->object == b->object && a->peer == b->peer && a->tag == b->tag;
}

/* The index of the look that this one, which has so many before it, repeats; -1: none. */
static int repeated(const struct rank *me, const struct glimpse *g, size_t before)
{
    for (size_t i = before; i-- > 0;)
        if (repeats(g, &me->glimpses.at[i]))
            return (int)i;
    return -1;
}

/* Lets the rank's look fail, and runs it to its next look; false: it comes to something
 * else. */
static bool fail(struct judge *j, uint32_t rank)
{
    const struct program_ops *ops = j->program->ops;
    struct op op = {0};
    ops->resume(j->program, rank, (struct outcome){.index = OUTCOME_FALSE});
    bool more = ops->next(j->program, rank, &op);
    while (more && (op.kind == OP_LOCAL || (op.kind == OP_ASSERT && op.value))) {
        ops->resume(j->program, rank, (struct outcome){.index = OUTCOME_NONE});
        more = ops->next(j->program, rank, &op);
    }
    return more && is_look(op.kind) && op.kind != OP_PROBE;
}

/* If this look and all after it fail: does the rank come to a look in a state in which it
 * has looked since it last did anything else, or will have? */
static bool comes_back(struct judge *j, uint32_t rank)
{
    enum { MOST = 20 };
    const struct program_ops *ops = j->program->ops;
    const struct rank *me = &j->rank[rank];
    uint64_t seen[MOST];
    int n = 0;
    bool back = false;
    image_id here = ops->save(j->program, rank);
    seen[n++] = program_digest(j->program, rank);
    while (!back && n < MOST && fail(j, rank)) {
        seen[n] = program_digest(j->program, rank);
        for (size_t i = me->idle; i < me->glances.len; i++)
            back |= me->glances.at[i].digest == seen[n];
        for (int i = 0; i < n; i++)
            back |= seen[i] == seen[n];
        n++;
    }
    ops->restore(j->program, rank, here);
    ops->release(j->program, rank, here);
    return back;
}

/* How many looks of the row have failed and have seen something, since the rank last
 * heard of others; and whether something was there for the N-th that failed, which is in
 * g.there. */
struct row {
    size_t vain, peeks;
    bool overlooks;
};

static struct row row_of(const struct judge *j, uint32_t rank, const struct glimpse *g)
{
    const struct rank *me = &j->rank[rank];
    struct row row = {0};
    struct glimpse at = *g;
    size_t before = me->glimpses.len, failed = 0;
    for (int i; (i = repeated(me, &at, before)) >= 0; before = (size_t)i) {
        at = me->glimpses.at[i];
        if (!at.failed && !at.peeked)
            break;
        bool since = (size_t)i >= me->heard;
        row.vain += since && at.failed;
        row.peeks += since && at.peeked;
        failed += at.failed;
        row.overlooks |= at.failed && failed == j->polls && (at.there & g->there);
    }
    return row;
}

bool patience_stops(const struct judge *j, uint32_t rank)
{
    struct glimpse g = glimpse_of(j, rank, OUTCOME_FALSE);
    return j->polls && is_look(g.kind) && row_of(j, rank, &g).peeks >= j->polls;
}

void patience_glance(struct judge *j, uint32_t rank, int32_t outcome)
{
    if (is_look(j->rank[rank].op.kind))
        vec_push(&j->rank[rank].glimpses, glimpse_of(j, rank, outcome));
}

void patience_limit(struct judge *j, uint32_t rank, move_vec *moves, size_t first)
{
    struct rank *me = &j->rank[rank];
    me->patient = false;
    if (!j->polls || me->ended || !is_look(me->op.kind))
        return;
    struct glimpse g = glimpse_of(j, rank, OUTCOME_FALSE);
    if (repeated(me, &g, me->glimpses.len) < 0)
        return;
    g.there = there(j, rank);
    struct row row = row_of(j, rank, &g);
    bool stops = row.peeks >= j->polls;
    bool limited = me->op.kind != OP_PROBE && (row.vain >= j->polls || row.overlooks);
    if (!stops && !(limited && !comes_back(j, rank)))
        return;
    me->patient = j->result->limited = true;
    size_t kept = first;
    for (size_t i = first; i < moves->len; i++)
        if (!stops && moves->at[i].outcome != OUTCOME_FALSE)
            moves->at[kept++] = moves->at[i];
    moves->len = kept;
}

/* ---- what it observes ---- */

static void observe_request(struct judge *j, uint32_t rank, const struct request *r)
{
    struct rank *me = &j->rank[rank];
    bool hears = false;
    switch (r->op.kind) {
    case OP_ISEND:
        hears = waits(j, r);
        if (hears)
            learn(&me->know, &r->begun);
        break;
    case OP_IRECV:
        hears = !r->cancelled;
        if (hears)
            learn(&me->know, &rules_message(j, rank, r->match)->taking);
        break;
    case OP_ARRIVE:
        for (uint32_t i = 0; i < needed(j, &r->op); i++) {
            hears |= r->op.args[i] != rank;
            learn(&me->know, &arrival_of(j, r->op.args[i], r)->when);
        }
        break;
    default:
        break;
    }
    if (hears)
        me->heard = me->glimpses.len;
}

/* A look that fails comes after what took the messages that its rank has seen. */
static void observe_absence(struct judge *j, uint32_t rank)
{
    struct rank *me = &j->rank[rank];
    for (size_t i = 0; i < me->seen.len; i++) {
        int32_t name = me->seen.at[i].message;
        const struct request *s = rules_message(j, rank, name);
        if (rules_fits(&me->op, message_sender(name), &s->op))
            learn(&me->know, &s->taking);
    }
}

static void observe_look(struct judge *j, const struct move *m)
{
    struct rank *me = &j->rank[m->rank];
    struct glimpse g = glimpse_of(j, m->rank, m->outcome);
    g.there = g.failed ? there(j, m->rank) : 0;
    vec_push(&me->glimpses, g);
    if (me->op.kind == OP_POLL) {
        if (!g.failed)
            observe_request(j, m->rank, &me->requests.at[me->op.args[m->outcome]]);
        return;
    }
    if (g.failed) {
        observe_absence(j, m->rank);
        return;
    }
    learn_message(j, m->rank, &me->op, me->requests.len, m->outcome, &me->know);
    if (me->op.kind != OP_TRYRECV)
        return;
    note_taken(j, m->rank, m->outcome, me->op.mode == RECEIVE_WHOLE, &me->know);
    me->heard = me->glimpses.len;
}

void patience_step(struct judge *j, const struct move *m)
{
    struct rank *me = &j->rank[m->rank];
    if (!j->polls)
        return;
    assert(j->n <= ORACLE_RANKS && me->requests.len < 64);
    if (is_look(me->op.kind)) {
        observe_look(j, m);
    } else if (me->op.kind == OP_FINISH) {
        observe_request(j, m->rank, &me->requests.at[me->op.args[m->outcome]]);
    } else if (me->op.kind == OP_RECEIVE) {
        struct request *s = rules_message(j, m->rank, (int32_t)me->op.value);
        uint32_t from = message_sender((int32_t)me->op.value);
        me->know.received[from] |= UINT64_C(1) << index_of(j, from, s);
        s->begun = me->know;
    } else if (me->op.kind == OP_CANCEL) {
        struct request *r = &me->requests.at[me->op.args[0]];
        if (m->outcome)
            r->without = me->know;
        else if (!r->cancelled)
            observe_request(j, m->rank, r);
    }
}
