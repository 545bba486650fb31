/* SPDX-License-Identifier: Apache-2.0
 *
 * oracle.c - see oracle.h. */
#include "oracle.h"
#include "oracle_cancel.h"
#include "oracle_patience.h"
#include "oracle_rules.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define MAX_ROUND    1000 /* steps of a loop */
#define MAX_HISTORY  1000 /* who does more may well go on for ever */
#define MAX_REQUESTS 60   /* likewise, where patience is limited: see struct knowledge */

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
        const struct request *s = rules_sent(j, &j->sent.at[i]);
        oracle_arrived(&r[j->sent.at[i].to], s->op.object,
                       message_outcome(j->sent.at[i].from, s->number));
    }
    struct digest d = name_of(r, j->n, matches);
    for (uint32_t i = 0; i < j->n; i++)
        oracle_rank_free(&r[i]);
    free(r);
    return d;
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
    if (rank < ORACLE_RANKS) /* with more, nobody asks: see oracle_run_polls() */
        me->know.made[rank] = (uint32_t)me->requests.len + 1;
    r.when = me->know;
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
    int64_t value =
        j->program->ops->collectives->gather(j->program, rank, &arrive->op, values);
    free(values);
    return value;
}

static void fill(const struct judge *j, uint32_t rank, int32_t name, struct outcome *o)
{
    const struct request *s = rules_message(j, rank, name);
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
        vec_push(&me->glances,
                 (struct glance){program_digest(j->program, rank), me->history.len,
                                 me->glimpses.len, me->heard, me->know});
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
            me->glimpses.len = me->glances.at[i].glimpses;
            me->heard = me->glances.at[i].heard;
            me->know = me->glances.at[i].know;
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
    size_t glimpses = me->glimpses.len;
    struct op op = me->op;
    move_vec moves = {0};
    if (me->ended || length - me->glances.at[home].length > MAX_ROUND ||
        patience_stops(j, rank))
        return;
    rules_add_moves(j, rank, &moves);
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
        patience_glance(j, rank, m->outcome);
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
        me->glimpses.len = glimpses;
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
    struct request *s = rules_message(j, rank, name);
    s->taken = yes;
    s->received = yes && op->mode == RECEIVE_WHOLE;
}

/* The request that the operation withdraws, or tries to; NULL: it is nothing of that
 * kind. */
static struct request *withdrawn(struct rank *me, const struct op *op)
{
    bool withdraws = op->kind == OP_CANCEL || op->kind == OP_RETRACT;
    return withdraws ? &me->requests.at[op->args[0]] : NULL;
}

static void step(struct judge *j, const struct move *m)
{
    struct rank *me = &j->rank[m->rank];
    struct outcome o = outcome(j, m);
    const struct request *r = reported(me, m);
    patience_step(j, m);
    if (shows(me->op.kind) && m->outcome != OUTCOME_FALSE)
        vec_push(&me->seen, (struct sight){m->outcome, me->history.len});
    vec_push(&me->history, m->outcome);
    if (r && r->op.kind == OP_IRECV)
        vec_push(&me->history, r->match);
    if (me->op.kind == OP_RECEIVE)
        rules_message(j, m->rank, (int32_t)me->op.value)->received = true;
    if (makes_request(me->op.kind))
        add_request(j, m->rank);
    else if (me->op.kind == OP_TRYRECV && m->outcome != OUTCOME_FALSE)
        take_message(j, m->rank, &me->op, m->outcome, true);
    else if (me->op.kind == OP_CANCEL)
        withdrawn(me, &me->op)->cancelled |= m->outcome;
    else if (me->op.kind == OP_RETRACT)
        cancel_mark(withdrawn(me, &me->op), m->outcome);
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
        rules_message(j, m->rank, (int32_t)op.value)->received = false;
    if (makes_request(op.kind))
        me->requests.len--;
    else if (op.kind == OP_TRYRECV && m->outcome != OUTCOME_FALSE)
        take_message(j, m->rank, &op, m->outcome, false);
}

static void match(struct judge *j, const struct move *m, bool yes)
{
    struct request *r = &j->rank[m->rank].requests.at[m->request];
    if (yes && j->polls)
        patience_match(j, m);
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
        if (!moved && j->rank[i].patient)
            return false; /* it could go on */
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
    if (!cancel_is_kept(j)) {
        j->result->broken |= !moves->len;
        return;
    }
    struct oracle_end e = {.deadlock = under_way(j)};
    for (uint32_t i = 0; i < j->n; i++)
        e.failed |= j->rank[i].failed;
    for (size_t i = 0; i < j->sent.len; i++) {
        e.cancelled |= rules_sent(j, &j->sent.at[i])->cancelled;
        e.kept |= rules_sent(j, &j->sent.at[i])->promised;
    }
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
    const struct request *asked = withdrawn(me, &me->op);
    struct request as_it_was = asked ? *asked : (struct request){0};
    before.history.at = copy(me->history.at, me->history.cap * sizeof(int32_t));
    before.glances.at = copy(me->glances.at, me->glances.cap * sizeof(struct glance));
    before.seen.at = copy(me->seen.at, me->seen.cap * sizeof(struct sight));
    before.glimpses.at = copy(me->glimpses.at, me->glimpses.cap * sizeof(struct glimpse));
    step(j, m);
    forget_round(me);
    explore(j);
    step_back(j, m, before.op);
    if (asked)
        *withdrawn(me, &before.op) = as_it_was;
    me->idle = before.idle;
    me->heard = before.heard;
    me->know = before.know;
    me->patient = before.patient;
    vec_free(&me->history);
    vec_free(&me->glances);
    vec_free(&me->seen);
    vec_free(&me->glimpses);
    me->glimpses = before.glimpses;
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
        j->result->complete &= j->rank[i].history.len <= MAX_HISTORY &&
                               (!j->polls || j->rank[i].requests.len < MAX_REQUESTS);
    if (!j->result->complete)
        return;
    move_vec moves = {0};
    for (uint32_t i = 0; i < j->n; i++) {
        size_t first = moves.len;
        if (!j->rank[i].ended)
            rules_add_moves(j, i, &moves);
        patience_limit(j, i, &moves, first);
        rules_add_matches(j, i, &moves);
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
        o->cancelled += o->classes.at[i].cancelled;
        o->kept += o->classes.at[i].kept;
    }
}

void oracle_run(struct program *p, enum buffering buffering, size_t max_states,
                struct oracle *o)
{
    oracle_run_polls(p, buffering, max_states, 0, o);
}

void oracle_run_polls(struct program *p, enum buffering buffering, size_t max_states,
                      size_t polls, struct oracle *o)
{
    struct judge j = {.program = p,
                      .buffering = buffering,
                      .n = p->nactors,
                      .max_states = max_states,
                      /* patience is kept for few ranks; larger programs have no loops */
                      .polls = p->nactors <= ORACLE_RANKS ? polls : 0,
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
        vec_free(&j.rank[i].glimpses);
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
