/* SPDX-License-Identifier: Apache-2.0
 *
 * patience.c - see patience.h. */
#include "explore/match/patience.h"
#include "explore/match/line.h"
#include "explore/match/spin.h"
#include "explore/search/polls.h"

#define ROW  1000
#define BACK 1000 /* a look repeats one of so many before it */

static bool needs_others(const struct graph *g, uint32_t p, const struct match_arrival *a)
{
    const struct op *op = &g->rank[p].line.at[a->pos].op;
    uint32_t needed = graph_needed(g, op);
    return needed > 1 || (needed && op->args[0] != p);
}

/* Did the rank learn by this record what others have done? */
static bool hears(const struct graph *g, uint32_t p, const struct match_record *r)
{
    const struct match_rank *k = &g->rank[p];
    switch (r->op.kind) {
    case OP_TRYRECV:
        return r->index != OUTCOME_FALSE;
    case OP_CANCEL:
        return !r->index;
    case OP_FINISH:
    case OP_POLL: {
        if (r->index == OUTCOME_FALSE)
            return false;
        const struct match_request *q = &k->requests.at[r->op.args[r->index]];
        if (q->kind == OP_ISEND)
            return graph_waits(g, graph_event(g, q->index));
        if (q->kind == OP_ARRIVE)
            return needs_others(g, p, &k->arrivals.at[q->index]);
        return q->kind == OP_IRECV && graph_recv(g, p, q->index)->cancelled == NONE;
    }
    default:
        return false;
    }
}

void patience_fetch(struct graph *g, uint32_t p)
{
    struct match_rank *k = &g->rank[p];
    uint32_t len = (uint32_t)k->line.len;
    const struct match_record *last = len ? &vec_last(&k->line) : NULL;
    k->next.looked = !len                      ? NONE
                     : op_looks(last->op.kind) ? (int32_t)len - 1
                                               : last->looked;
    k->next.heard = !len ? 0 : hears(g, p, last) ? len : last->heard;
}

static bool share_request(const struct op *a, const struct op *b)
{
    for (uint32_t i = 0; i < a->nargs; i++)
        for (uint32_t j = 0; j < b->nargs; j++)
            if (a->args[i] == b->args[j])
                return true;
    return false;
}

static bool repeats(const struct op *a, const struct op *b)
{
    if (a->where != b->where || a->kind != b->kind)
        return false;
    return a->kind == OP_POLL ? share_request(a, b)
                              : rule_alike(op_pattern(a), op_pattern(b));
}

static bool failed(const struct match_record *r)
{
    return r->index == OUTCOME_FALSE;
}

/* Has the message that this look saw, and left where it was, been received by now? */
static bool received_since(const struct graph *g, const struct match_rank *k,
                           const struct match_record *look)
{
    return op_sees(look->op.kind) && !failed(look) &&
           graph_known_received(g, graph_event(g, look->send), (uint32_t)k->line.len);
}

/* No look before this position of the line is one that the operation repeats: a poll has
 * a request in common with it, which was made before. */
static int32_t first_repeated(const struct graph *g, uint32_t p, const struct op *op)
{
    uint32_t first = op->kind == OP_POLL ? UINT32_MAX : 0;
    for (uint32_t i = 0; op->kind == OP_POLL && i < op->nargs; i++) {
        uint32_t pos = line_request_pos(g, p, op->args[i]);
        first = pos < first ? pos : first;
    }
    return first > INT32_MAX ? INT32_MAX : (int32_t)first;
}

/* The position of the look that the rank's next one repeats; NONE: there is none. */
static int32_t repeated(const struct graph *g, uint32_t p)
{
    const struct match_rank *k = &g->rank[p];
    const struct op *op = &k->next.op;
    int32_t at = k->next.looked, first = first_repeated(g, p, op);
    for (int i = 0; at >= first && i <= BACK; i++) {
        if (repeats(op, &k->line.at[at].op))
            return at;
        at = k->line.at[at].looked;
    }
    return NONE;
}

void patience_count(struct graph *g, uint32_t p)
{
    struct match_rank *k = &g->rank[p];
    struct match_record *r = &k->next;
    r->again = repeated(g, p);
    r->vain = r->peeks = r->row = 0;
    const struct match_record *last = r->again == NONE ? NULL : &k->line.at[r->again];
    if (!last || (!failed(last) && !op_sees(last->op.kind)))
        return;
    bool heard = (uint32_t)r->again < r->heard;
    bool done = last->op.kind == OP_PROBE || received_since(g, k, last);
    r->row = heard && done ? 0 : last->row + 1;
    if (heard)
        return;
    r->vain = last->vain + failed(last);
    r->peeks = last->peeks + !failed(last);
}

/* Notes that outcomes are left out because of this look. */
static void note_bound(struct graph *g, uint32_t p)
{
    const struct op *op = &g->rank[p].next.op;
    g->bounded = true;
    if (!g->loop.known)
        g->loop = (struct poll_loop){true, p, program_site(g->program, op), g->polls};
}

bool patience_follows(struct graph *g, uint32_t p)
{
    const struct match_record *r = &g->rank[p].next;
    bool follows = r->peeks < g->polls && r->row < ROW + g->polls;
    if (!follows)
        note_bound(g, p);
    return follows;
}

bool patience_left(const struct graph *g, uint32_t p)
{
    const struct match_record *r = &g->rank[p].next;
    return r->vain < g->polls || r->op.kind == OP_PROBE;
}

enum spin patience_end(struct graph *g, uint32_t p)
{
    note_bound(g, p);
    return SPIN_PROGRESS;
}

/* ---- what was there before ---- */

typedef VEC(int32_t) sends_vec;

static void add_last(void *context, const struct pair *set, size_t n)
{
    sends_vec *sends = context;
    vec_push(sends, set[n - 1].send);
}

/* The messages in that past which the receive could get. */
static void sends_there(struct graph *g, const struct past *past, uint32_t rank,
                        uint32_t recv, sends_vec *sends)
{
    struct view view = {.g = g, .past = past, .without = NONE};
    vectors_find(&view, rank, recv, add_last, sends);
}

static bool receive_there(struct graph *g, const struct past *past, uint32_t rank,
                          uint32_t recv)
{
    const struct match_recv *r = graph_recv(g, rank, recv);
    sends_vec sends = {0};
    if (r->cancelled != NONE)
        return false;
    if (r->event != NONE && past_has(past, g, (uint32_t)r->event))
        return true;
    sends_there(g, past, rank, recv, &sends);
    bool any = sends.len;
    vec_free(&sends);
    return any;
}

static bool arrivals_there(struct graph *g, const struct past *past, uint32_t rank,
                           const struct match_arrival *a)
{
    const struct op *op = &g->rank[rank].line.at[a->pos].op;
    for (uint32_t i = 0; i < graph_needed(g, op); i++) {
        const struct match_arrival *b = graph_arrival(g, op->args[i], a->context, a->seq);
        if (!b || b->pos >= past->reach[op->args[i]])
            return false;
    }
    return true;
}

/* Is the request complete in that past, or could it be? */
static bool request_there(struct graph *g, const struct past *past, uint32_t rank,
                          uint32_t request)
{
    const struct match_request *q = &g->rank[rank].requests.at[request];
    switch ((enum posted_kind)q->kind) {
    case OP_ISEND: {
        const struct match_event *s = graph_event(g, q->index);
        return !graph_waits(g, s) || past_received(past, g, s);
    }
    case OP_IRECV:
        return receive_there(g, past, rank, q->index);
    case OP_ARRIVE:
        return arrivals_there(g, past, rank, &g->rank[rank].arrivals.at[q->index]);
    case OP_RECEIVE:
        break;
    }
    return true;
}

/* Is something there for the poll that was there for the earlier one, too? */
static bool same_request(struct visit *v, uint32_t rank, const struct op *op,
                         const struct op *before)
{
    for (uint32_t i = 0; i < op->nargs; i++)
        for (uint32_t j = 0; j < before->nargs; j++)
            if (op->args[i] == before->args[j] &&
                request_there(&v->g, &v->past, rank, op->args[i]) &&
                request_there(&v->g, &v->before, rank, op->args[i]))
                return true;
    return false;
}

static bool same_message(struct visit *v, uint32_t rank, uint32_t before)
{
    struct graph *g = &v->g;
    sends_vec now = {0}, then = {0};
    bool same = false;
    sends_there(g, &v->past, rank, (uint32_t)g->rank[rank].recvs.len - 1, &now);
    if (now.len)
        sends_there(g, &v->before, rank, graph_recv_at(g, rank, before), &then);
    for (size_t i = 0; i < now.len; i++)
        for (size_t j = 0; j < then.len; j++)
            same |= now.at[i] == then.at[j];
    vec_free(&now);
    vec_free(&then);
    return same;
}

/* Is there a message that the receive might get? May err towards yes. */
static bool may_get(const struct graph *g, uint32_t rank, const struct match_recv *r)
{
    for (uint32_t from = 0; from < g->n; from++) {
        const struct match_channel *c = graph_channel(g, rank, from);
        if (!rule_source(r->wants, from))
            continue;
        for (size_t i = 0; i < c->sends.len; i++) {
            const struct match_event *s = graph_event(g, c->sends.at[i]);
            const struct match_event *m =
                s->reader == NONE ? NULL : graph_event(g, (uint32_t)s->reader);
            const struct match_recv *by = m ? graph_recv(g, rank, m->index) : NULL;
            if (graph_fits(r, s) && (!by || (!by->transient && by->seen == NONE)))
                return true;
        }
    }
    return false;
}

/* Might the look find something? May err towards yes, and is quick. */
static bool may_find(struct graph *g, uint32_t rank)
{
    const struct match_rank *k = &g->rank[rank];
    const struct op *op = &k->next.op;
    if (op->kind != OP_POLL)
        return may_get(g, rank, &vec_last(&k->recvs));
    for (uint32_t i = 0; i < op->nargs; i++) {
        const struct match_request *q = &k->requests.at[op->args[i]];
        struct outcome o;
        if (graph_complete(g, rank, op->args[i], &o) ||
            (q->kind == OP_IRECV && may_get(g, rank, graph_recv(g, rank, q->index))))
            return true;
    }
    return false;
}

/* The position of the N-th failed look in the row that the rank's next one repeats; NONE:
 * there are fewer. */
static int32_t nth_before(const struct graph *g, const struct match_rank *k)
{
    int32_t pos = k->next.again;
    uint64_t left = g->polls;
    for (uint32_t row = k->next.row; row-- > 0; pos = k->line.at[pos].again)
        if (failed(&k->line.at[pos]) && !--left)
            return pos;
    return NONE;
}

/* Does the second rule forbid that the look fails? */
static bool overlooks(struct visit *v, uint32_t rank)
{
    struct graph *g = &v->g;
    const struct match_rank *k = &g->rank[rank];
    int32_t before = k->next.row < g->polls ? NONE : nth_before(g, k);
    if (before == NONE || !may_find(g, rank))
        return false;
    past_clear(&v->past, g, 0);
    past_add_line(&v->past, g, rank, (uint32_t)k->line.len);
    past_clear(&v->before, g, 0);
    past_add_line(&v->before, g, rank, (uint32_t)before);
    return k->next.op.kind == OP_POLL
               ? same_request(v, rank, &k->next.op, &k->line.at[before].op)
               : same_message(v, rank, (uint32_t)before);
}

bool patience_judge(struct visit *v)
{
    struct graph *g = &v->g;
    bool any = false;
    for (uint32_t p = 0; p < g->n; p++) {
        struct match_rank *k = &g->rank[p];
        if (k->ended || !op_looks(k->next.op.kind) || k->next.weighed)
            continue;
        k->next.weighed = true;
        if (k->next.spin != SPIN_NO || k->next.round || k->next.op.kind == OP_PROBE ||
            !overlooks(v, p) || spin_returns(g, p))
            continue;
        k->next.spin = patience_end(g, p);
        k->waits = false;
        if (op_wants(k->next.op.kind))
            vec_last(&k->recvs).may_fail = false;
        any = true;
    }
    return any;
}

bool patience_helps(const struct graph *g)
{
    for (uint32_t p = 0; p < g->n; p++) {
        const struct match_rank *k = &g->rank[p];
        if (k->failed ||
            (!k->ended && k->next.spin == SPIN_BOUND && k->next.peeks < g->polls))
            return false;
    }
    return g->polls < POLLS_MOST;
}

uint64_t patience_more(const struct graph *g)
{
    return POLLS_MORE * g->polls < POLLS_MOST ? POLLS_MORE * g->polls : POLLS_MOST;
}
