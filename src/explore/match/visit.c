/* SPDX-License-Identifier: Apache-2.0
 *
 * visit.c - see visit.h. */
#include "explore/match/visit.h"
#include "explore/match/patience.h"
#include "explore/match/revisit.h"
#include "explore/match/spin.h"

#include <assert.h>

void visit_init(struct visit *v, struct program *p)
{
    *v = (struct visit){0};
    graph_init(&v->g, p);
    past_init(&v->before, &v->g);
    past_init(&v->past, &v->g);
    past_init(&v->wide, &v->g);
    past_init(&v->one, &v->g);
}

void visit_free(struct visit *v)
{
    while (v->frames.len) {
        visit_unmake(v);
        visit_drop(v);
    }
    graph_free(&v->g);
    past_free(&v->before);
    past_free(&v->past);
    past_free(&v->wide);
    past_free(&v->one);
    vec_free(&v->frames);
    vec_free(&v->ways);
    vec_free(&v->pairs);
    vec_free(&v->saved);
    vec_free(&v->removed);
    vec_free(&v->fixed);
    vec_free(&v->extra);
    vec_free(&v->sends);
}

/* ---- frames ---- */

static struct frame *open_frame(struct visit *v, enum match_kind kind, uint32_t rank)
{
    vec_push(&v->frames, (struct frame){.kind = (uint8_t)kind,
                                        .rank = rank,
                                        .first = (uint32_t)v->ways.len,
                                        .pairs = (uint32_t)v->pairs.len,
                                        .events = (uint32_t)v->g.events.len});
    return &vec_last(&v->frames);
}

static void add_way(struct visit *v, int32_t value)
{
    vec_push(&v->ways, (struct way){NONE, value, (uint32_t)v->pairs.len, 0, 0});
}

static void close_frame(struct visit *v)
{
    struct frame *f = &vec_last(&v->frames);
    f->n = (uint32_t)v->ways.len - f->first;
}

/* ---- which event comes next ---- */

static bool offer_send(struct visit *v, uint32_t rank)
{
    open_frame(v, EV_SEND, rank);
    add_way(v, 0);
    /* What the send offers to other events is visible only once it is in the graph. */
    uint32_t send = graph_add_send(&v->g, rank);
    revisit_find(v, send);
    close_frame(v);
    return true;
}

/* Is this an arrive that is to be added? */
static bool arrives(const struct visit *v, const struct op *op)
{
    return op->kind == OP_ARRIVE && (v->parts || !op_parts(op));
}

static bool offer_arrive(struct visit *v, uint32_t rank)
{
    open_frame(v, EV_ARRIVE, rank);
    add_way(v, 0);
    graph_add_arrive(&v->g, rank);
    revisit_arrive(v, rank);
    close_frame(v);
    return true;
}

/* The lowest send, by rank and position, that is being received but has no done
 * event. */
static uint32_t first_undone(const struct graph *g)
{
    const struct match_event *first = NULL;
    uint32_t slot = 0;
    for (size_t i = g->order.len, left = g->undone; left && i-- > 0;) {
        const struct match_event *m = graph_event(g, g->order.at[i]);
        if (m->kind != EV_MATCH || m->from == NONE)
            continue;
        const struct match_event *s = graph_event(g, (uint32_t)m->from);
        if (s->reader != (int32_t)g->order.at[i] || s->done != NONE ||
            !graph_waits(g, s) || !graph_is_received(g, s))
            continue;
        left--;
        if (!first || s->rank < first->rank ||
            (s->rank == first->rank && s->pos < first->pos)) {
            first = s;
            slot = (uint32_t)m->from;
        }
    }
    return slot;
}

static bool offer_done(struct visit *v)
{
    uint32_t send = first_undone(&v->g);
    open_frame(v, EV_DONE, graph_event(&v->g, send)->rank);
    add_way(v, 0);
    graph_add_done(&v->g, send);
    revisit_done(v, send);
    close_frame(v);
    return true;
}

/* May the probe or try-receive fail? Not if a message that the rank has seen before is
 * still there. */
static bool may_fail(const struct graph *g, uint32_t rank, const struct match_recv *r)
{
    if (!r->may_fail)
        return false;
    for (int32_t i = NONE; (i = view_sighted(g, rank, r, i)) != NONE;)
        if (graph_event(g, g->rank[rank].sights.at[i].send)->reader == NONE)
            return false;
    return true;
}

/* Moves the last pair before those, from `first` on, whose sends were added after its
 * own: what was sent first is got first, so that a rank which is answered at once does
 * not keep others waiting for ever. */
static void sort_last(struct visit *v, size_t first)
{
    for (size_t i = v->pairs.len - 1; i > first; i--) {
        struct pair *a = &v->pairs.at[i - 1], *b = a + 1, x = *a;
        if (graph_event(&v->g, (uint32_t)a->send)->order <
            graph_event(&v->g, (uint32_t)b->send)->order)
            return;
        *a = *b;
        *b = x;
    }
}

/* Opens a frame for the receive's match, with a way for each send that it can take;
 * false if there is none. */
static bool offer_match(struct visit *v, uint32_t rank, uint32_t recv)
{
    const struct match_recv *r = graph_recv(&v->g, rank, recv);
    struct view all = view_all(&v->g);
    bool may = may_fail(&v->g, rank, r);
    bool shut =
        may && r->transient && v->g.rank[rank].next.round && !spin_finds(&v->g, rank);
    bool fails = may && !shut;
    if (!fails && view_first(&all, rank, recv) == NONE)
        return false;
    open_frame(v, EV_MATCH, rank)->shut = shut;
    size_t first = v->pairs.len;
    for (uint32_t from = 0; from < v->g.n; from++) {
        if (!rule_source(r->wants, from))
            continue;
        int32_t send = view_candidate(&all, rank, recv, from);
        if (send == NONE)
            continue;
        add_way(v, 0);
        vec_last(&v->ways).n = 1;
        vec_push(&v->pairs, (struct pair){recv, send});
        sort_last(v, first);
    }
    if (fails) { /* comes last: what is there is found first */
        add_way(v, 0);
        vec_last(&v->ways).n = 1;
        vec_push(&v->pairs, (struct pair){recv, NONE});
    }
    close_frame(v);
    return true;
}

/* Opens a frame for the first match that is possible among the rank's receives up to
 * number `last`, in the order in which they were posted. */
static bool offer_matches(struct visit *v, uint32_t rank, uint32_t last)
{
    for (uint32_t i = graph_recv(&v->g, rank, last)->open; i <= last; i++) {
        const struct match_recv *r = graph_recv(&v->g, rank, i);
        if ((graph_pending(r) || (i == last && r->event == NONE && r->transient)) &&
            offer_match(v, rank, i))
            return true;
    }
    return false;
}

/* Does the rank know that one of the messages is being received? As in the kernel: see
 * enum poll_mode. */
static bool heard_of(struct visit *v, uint32_t rank, const struct op *op)
{
    struct graph *g = &v->g;
    const struct match_rank *k = &g->rank[rank];
    past_clear(&v->before, g, 0);
    past_add_line(&v->before, g, rank, (uint32_t)k->line.len);
    for (uint32_t i = 0; i < op->nargs; i++) {
        const struct match_event *s = graph_event(g, k->requests.at[op->args[i]].index);
        if (past_received(&v->before, g, s))
            return true;
    }
    return false;
}

/* The last of the receives that the operation names; NONE: it names none. */
static int32_t last_receive(const struct match_rank *k, const struct op *op)
{
    int32_t last = NONE;
    for (uint32_t i = 0; i < op->nargs; i++) {
        const struct match_request *q = &k->requests.at[op->args[i]];
        if (q->kind == OP_IRECV && (int32_t)q->index > last)
            last = (int32_t)q->index;
    }
    return last;
}

/* Adds a way for each request that is complete, or for one of them if it does not matter
 * which. */
static void add_complete(struct visit *v, uint32_t rank, const struct op *op)
{
    struct outcome o;
    for (uint32_t i = 0; i < op->nargs; i++)
        if (graph_complete(&v->g, rank, op->args[i], &o)) {
            add_way(v, (int32_t)i);
            if (op_of_threads(op))
                return;
        }
}

/* The last of the receives that a poll or the rest of its round name. */
static int32_t last_polled(const struct match_rank *k)
{
    const struct match_round *round = k->next.round;
    int32_t last = last_receive(k, &k->next.op);
    for (uint32_t i = 0; round && i < round->n; i++)
        if (round->look[i].kind == OP_POLL && last_receive(k, &round->look[i]) > last)
            last = last_receive(k, &round->look[i]);
    return last;
}

/* A poll: as a wait on several, but it may fail, too. */
static bool offer_poll(struct visit *v, uint32_t rank)
{
    struct graph *g = &v->g;
    const struct match_rank *k = &g->rank[rank];
    const struct op *op = &k->next.op;
    int32_t last = last_polled(k);
    if (last != NONE && offer_matches(v, rank, (uint32_t)last))
        return true;
    size_t first = v->ways.len;
    bool shut = k->next.round && !spin_finds(g, rank);
    open_frame(v, EV_POLL, rank)->shut = shut;
    add_complete(v, rank, op);
    if (!shut && (v->ways.len == first || op->mode == POLL_TEST ||
                  (op->mode == POLL_SPACE && !heard_of(v, rank, op))))
        add_way(v, OUTCOME_FALSE);
    close_frame(v);
    if (v->ways.len > first)
        vec_last(&v->frames).canon = v->ways.at[first].value;
    else
        v->frames.len--; /* it waits for any look of its round */
    return v->ways.len > first;
}

static bool offer_pick(struct visit *v, uint32_t rank, uint32_t values)
{
    open_frame(v, EV_PICK, rank);
    for (uint32_t i = 0; i < values; i++)
        add_way(v, (int32_t)i);
    close_frame(v);
    return true;
}

/* Before a cancel, everything that can be matched is matched, so that the cancel comes
 * too late; a revisit covers the case that it comes in time. */
static bool offer_cancel(struct visit *v, uint32_t rank)
{
    struct graph *g = &v->g;
    const struct match_rank *k = &g->rank[rank];
    uint32_t recv = k->requests.at[k->next.op.args[0]].index;
    const struct match_recv *r = graph_recv(g, rank, recv);
    if (graph_pending(r) && offer_matches(v, rank, recv))
        return true;
    struct frame *f = open_frame(v, EV_PICK, rank);
    f->canon = graph_pending(r);
    add_way(v, f->canon);
    if (r->cancelled == NONE)
        revisit_cancel(v, rank, recv);
    close_frame(v);
    return true;
}

/* A wait on several requests: first everything that can be matched is matched, then
 * there is a way for each complete request. */
static bool offer_several(struct visit *v, uint32_t rank)
{
    const struct match_rank *k = &v->g.rank[rank];
    const struct op *op = &k->next.op;
    int32_t last = last_receive(k, op);
    if (last != NONE && offer_matches(v, rank, (uint32_t)last))
        return true;
    size_t before = v->ways.len;
    struct frame *f = open_frame(v, EV_PICK, rank);
    add_complete(v, rank, op);
    close_frame(v);
    if (v->ways.len > before)
        f->canon = v->ways.at[before].value;
    else
        v->frames.len--; /* no request is complete, so the rank waits */
    return v->ways.len > before;
}

static bool offer_finish(struct visit *v, uint32_t rank)
{
    const struct match_rank *k = &v->g.rank[rank];
    if (k->next.op.nargs != 1)
        return k->next.op.nargs && offer_several(v, rank);
    const struct match_request *q = &k->requests.at[k->next.op.args[0]];
    return q->kind == OP_IRECV && offer_matches(v, rank, q->index);
}

static bool offer(struct visit *v, uint32_t rank)
{
    const struct match_rank *k = &v->g.rank[rank];
    if (k->ended || k->next.spin > SPIN_PROGRESS)
        return false;
    if (k->next.op.kind == OP_CHOOSE)
        return offer_pick(v, rank, (uint32_t)k->next.op.value);
    switch ((enum matching_kind)k->next.op.kind) {
    case OP_CANCEL:
        return offer_cancel(v, rank);
    case OP_POLL:
        if (k->next.spin == SPIN_NO)
            return offer_poll(v, rank);
        return offer_finish(v, rank);
    case OP_FINISH:
        return offer_finish(v, rank);
    case OP_PROBE:
    case OP_IPROBE:
    case OP_TRYRECV:
        return offer_matches(v, rank, (uint32_t)k->recvs.len - 1);
    case OP_ISEND:
    case OP_IRECV:
    case OP_ARRIVE:
    case OP_RECEIVE:
    case OP_MATCH:
    case OP_RETRACT:
        break;
    }
    return false;
}

/* Matches a receive that no wait or test has asked about. */
static bool offer_leftover(struct visit *v, uint32_t rank)
{
    const struct match_rank *k = &v->g.rank[rank];
    for (uint32_t i = k->recvs.len ? vec_last(&k->recvs).open : 0; i < k->recvs.len; i++)
        if (graph_pending(&k->recvs.at[i]) && offer_match(v, rank, i))
            return true;
    return false;
}

/* Matches the receive that the rank waits for if neither that receive nor those posted
 * before it leave a choice. */
static bool offer_certain(struct visit *v, uint32_t rank)
{
    const struct match_rank *k = &v->g.rank[rank];
    if (k->ended || k->next.op.kind != OP_FINISH || k->next.op.nargs != 1)
        return false;
    const struct match_request *q = &k->requests.at[k->next.op.args[0]];
    if (q->kind != OP_IRECV)
        return false;
    for (uint32_t i = graph_recv(&v->g, rank, q->index)->open; i <= q->index; i++)
        if (graph_races(graph_recv(&v->g, rank, i), i))
            return false;
    return offer_matches(v, rank, q->index);
}

/* Lets every rank run until it needs an event that the graph does not have. */
static void advance(struct visit *v)
{
    do
        graph_advance(&v->g);
    while (patience_judge(v));
}

/* Is the rank about to look again for what it has not found? */
static bool in_vain(const struct match_rank *k)
{
    return !k->ended && op_looks(k->next.op.kind) && k->next.vain + k->next.peeks;
}

/* Whose turn it is: the rank with the lowest number. It is how many operations the rank
 * has made, and more for each time that it has just looked in vain. */
static uint64_t turn_of(const struct match_rank *k)
{
    enum { GRACE = 1000 };
    return k->line.len +
           (in_vain(k) ? GRACE * ((uint64_t)k->next.vain + k->next.peeks) : 0);
}

/* Offers what a rank that has looked in vain could do next; those whose turn it is come
 * first. */
static bool offer_again(struct visit *v, uint64_t turn)
{
    struct graph *g = &v->g;
    while (turn != UINT64_MAX) {
        uint64_t next = UINT64_MAX;
        for (uint32_t p = 0; p < g->n; p++) {
            uint64_t own = in_vain(&g->rank[p]) ? turn_of(&g->rank[p]) : 0;
            if (own == turn && offer(v, p))
                return true;
            if (own > turn && own < next)
                next = own;
        }
        turn = next;
    }
    return false;
}

/* Offers what a rank could do next. One that has looked in vain lets the others go first,
 * as what it looks for may depend on them; but not those that have done much more than it
 * has, so that it does not wait for ever. Who comes next depends on the lines alone. */
static bool offer_next(struct visit *v)
{
    struct graph *g = &v->g;
    uint64_t turn = UINT64_MAX;
    for (uint32_t p = 0; p < g->n; p++)
        if (in_vain(&g->rank[p]) && turn_of(&g->rank[p]) < turn)
            turn = turn_of(&g->rank[p]);
    for (int late = 0; late < 2; late++) {
        for (uint32_t p = 0; p < g->n; p++)
            if (!in_vain(&g->rank[p]) && (turn_of(&g->rank[p]) > turn) == late &&
                offer(v, p))
                return true;
        if (!late && offer_again(v, turn))
            return true;
    }
    return false;
}

bool visit_grow(struct visit *v)
{
    struct graph *g = &v->g;
    advance(v);
    if (g->undone)
        return offer_done(v);
    for (uint32_t p = 0; p < g->n; p++)
        if (!g->rank[p].ended && g->rank[p].next.op.kind == OP_ISEND)
            return offer_send(v, p);
    for (uint32_t p = 0; p < g->n; p++)
        if (!g->rank[p].ended && arrives(v, &g->rank[p].next.op))
            return offer_arrive(v, p);
    for (uint32_t p = 0; p < g->n; p++)
        if (offer_certain(v, p))
            return true;
    if (offer_next(v))
        return true;
    for (uint32_t p = 0; p < g->n; p++)
        if (offer_leftover(v, p))
            return true;
    return false;
}

void visit_make(struct visit *v, uint32_t option)
{
    struct graph *g = &v->g;
    struct frame *f = &vec_last(&v->frames);
    const struct way *o = &v->ways.at[f->first + option];
    f->current = option;
    bool reads = f->kind == EV_MATCH || f->kind == EV_POLL || f->kind == EV_PICK;
    if (reads && option + 1 < f->n)
        g->rank[f->rank].next.branches = true;
    if (o->target != NONE) {
        /* What ranks do because of the new event stays on their lines when the revisit is
         * taken back. So they do it now: in the shorter order of the revisit, it would
         * get stamps that are too small for the order that comes back. */
        advance(v);
        revisit_make(v, f, o);
    } else
        for (uint32_t i = o->first; i < o->first + o->n; i++) {
            uint32_t slot =
                graph_add_match(g, f->rank, v->pairs.at[i].recv, v->pairs.at[i].send,
                                f->kind == EV_MATCH && !option);
            graph_event(g, slot)->shut = f->shut;
        }
    if (f->kind == EV_POLL || f->kind == EV_PICK) {
        uint32_t slot =
            graph_add_line(g, f->rank, (enum match_kind)f->kind, o->value, f->canon);
        /* the revisit depends on this cancel */
        graph_event(g, slot)->fixed = o->target != NONE;
        graph_event(g, slot)->shut = f->shut;
    }
}

void visit_unmake(struct visit *v)
{
    struct graph *g = &v->g;
    struct frame *f = &vec_last(&v->frames);
    const struct way *o = &v->ways.at[f->first + f->current];
    if (f->kind == EV_POLL || f->kind == EV_PICK)
        graph_remove(g);
    if (o->target != NONE)
        revisit_unmake(v, f);
    else
        for (uint32_t i = 0; i < o->n; i++)
            graph_remove(g);
}

void visit_drop(struct visit *v)
{
    struct frame *f = &vec_last(&v->frames);
    if (f->kind == EV_SEND || f->kind == EV_ARRIVE || f->kind == EV_DONE)
        graph_remove(&v->g);
    assert(v->g.events.len == f->events);
    v->ways.len = f->first;
    v->pairs.len = f->pairs;
    v->frames.len--;
}

/* Is there a message that this probe or try-receive would find now? */
static bool could_probe(struct graph *g, uint32_t rank, const struct op *op)
{
    const struct match_rank *k = &g->rank[rank];
    struct view all = view_all(g);
    /* A look that the rank is about to make with other arguments counts as an ordinary
     * receive. */
    for (size_t i = k->recvs.len; i-- > 0;) {
        const struct match_recv *r = &k->recvs.at[i];
        if (r->transient && rule_alike(r->wants, op_pattern(op)))
            return view_first(&all, rank, (uint32_t)i) != NONE;
    }
    return false;
}

bool visit_stands(struct visit *v)
{
    struct graph *g = &v->g;
    for (uint32_t p = 0; p < g->n; p++)
        if (spin_holds(&g->rank[p]) && spin_misses(g, p, could_probe))
            return false;
    return visit_whole(v);
}

/* ---- samples ---- */

/* Opens a frame for an event that leaves no choice; false if there is none. */
static bool add_certain(struct visit *v)
{
    struct graph *g = &v->g;
    advance(v);
    if (g->undone) {
        uint32_t send = first_undone(g);
        open_frame(v, EV_DONE, graph_event(g, send)->rank);
        add_way(v, 0);
        graph_add_done(g, send);
        return true;
    }
    for (uint32_t p = 0; p < g->n; p++) {
        const struct op *op = &g->rank[p].next.op;
        enum op_kind kind = (enum op_kind)op->kind;
        if (g->rank[p].ended || (kind != OP_ISEND && !arrives(v, op)))
            continue;
        open_frame(v, kind == OP_ISEND ? EV_SEND : EV_ARRIVE, p);
        add_way(v, 0);
        if (kind == OP_ISEND)
            graph_add_send(g, p);
        else
            graph_add_arrive(g, p);
        return true;
    }
    for (uint32_t p = 0; p < g->n; p++)
        if (offer_certain(v, p))
            return true;
    return false;
}

void visit_advance(struct visit *v)
{
    while (add_certain(v)) {
        close_frame(v);
        visit_make(v, 0);
    }
}

/* The ways of the last frame that revisit nothing; these come first. */
static uint32_t plain_ways(struct visit *v)
{
    struct frame *f = &vec_last(&v->frames);
    while (f->n > 1 && v->ways.at[f->first + f->n - 1].target != NONE)
        f->n--;
    return f->n;
}

uint32_t visit_offer(struct visit *v, uint32_t rank)
{
    return offer(v, rank) ? plain_ways(v) : 0;
}

uint32_t visit_offer_rest(struct visit *v, uint32_t rank)
{
    return offer_leftover(v, rank) ? plain_ways(v) : 0;
}

void visit_take(struct visit *v, uint32_t option, bool back)
{
    /* An image is kept if there are other ways: here, only if somebody comes back. */
    vec_last(&v->frames).n = option + 1 + back;
    visit_make(v, option);
    vec_last(&v->frames).n = option + 1;
}

bool visit_whole(const struct visit *v)
{
    for (uint32_t p = 0; p < v->g.n; p++)
        if (spin_cuts(&v->g.rank[p]))
            return false;
    return true;
}
