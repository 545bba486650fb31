/* SPDX-License-Identifier: Apache-2.0
 *
 * line.c - see line.h.
 *
 * What a record means for the rest of the graph (which requests exist, what is in a
 * channel, who has seen which match) is made by link() and taken back by
 * unlink_record(); both directions of a revisit use these too. */
#include "explore/match/line.h"
#include "explore/match/patience.h"
#include "explore/match/spin.h"

#include <assert.h>
#include <string.h>

/* ---- operations and images ---- */

void line_drop(struct graph *g, uint32_t p, struct match_record *r)
{
    if (r->has_image)
        g->program->ops->release(g->program, p, r->image);
    line_free_args(&r->op);
    spin_forget(r);
}

/* Saves an image of the rank where it is, so that it can be restored to this point. */
static void keep_image(struct graph *g, uint32_t p)
{
    struct match_rank *k = &g->rank[p];
    if (k->next.has_image)
        return;
    k->next.image = g->program->ops->save(g->program, p);
    k->next.has_image = true;
}

/* Is the last image on the line so far away that another one is worth its memory? It is
 * kept for as long as the line is there; so on a long line images lie further apart, and
 * the rank repeats some operations instead. */
static bool image_is_due(const struct match_record *r)
{
    return r->gap >= r->images / 256;
}

/* Brings the program's actor to the end of the line: restores the last image before it
 * and repeats the operations since then. A rank that was restored once is likely to be
 * restored again, so an image is saved there. */
void line_make_live(struct graph *g, uint32_t p)
{
    struct match_rank *k = &g->rank[p];
    const struct program_ops *ops = g->program->ops;
    if (k->live)
        return;
    k->live = true;
    k->ahead = false;
    if (k->next.has_image) {
        ops->restore(g->program, p, k->next.image);
        return;
    }
    size_t from = k->line.len;
    while (from > 0 && !k->line.at[from - 1].has_image)
        from--;
    ops->restore(g->program, p, from ? k->line.at[from - 1].image : k->root);
    for (size_t i = from ? from - 1 : 0; i < k->line.len; i++) {
        struct op op;
        ops->next(g->program, p, &op);
        ops->resume(g->program, p, k->line.at[i].outcome);
    }
    if (image_is_due(&k->next))
        keep_image(g, p);
}

/* The list of one argument. */
static const uint32_t *list_of_one(struct graph *g, uint32_t argument)
{
    while (g->ones.len <= argument / GRAPH_ONES) {
        uint32_t *part = mem_alloc(GRAPH_ONES * sizeof *part);
        for (uint32_t i = 0; i < GRAPH_ONES; i++)
            part[i] = (uint32_t)g->ones.len * GRAPH_ONES + i;
        vec_push(&g->ones, part);
    }
    return g->ones.at[argument / GRAPH_ONES] + argument % GRAPH_ONES;
}

void line_free_args(const struct op *op)
{
    if (op->nargs > 1)
        free((void *)op->args);
}

const uint32_t *line_copy_args(struct graph *g, const struct op *op)
{
    if (op->nargs == 1)
        return list_of_one(g, op->args[0]);
    uint32_t *args = op->nargs ? mem_resize(NULL, op->nargs * sizeof *args) : NULL;
    if (args)
        memcpy(args, op->args, op->nargs * sizeof *args);
    return args;
}

static void push_recv(struct graph *g, uint32_t p, const struct op *op, bool must)
{
    struct match_rank *k = &g->rank[p];
    uint32_t open = k->recvs.len ? vec_last(&k->recvs).open : 0;
    while (open < k->recvs.len &&
           (k->recvs.at[open].transient || k->recvs.at[open].seen != NONE ||
            k->recvs.at[open].cancelled != NONE))
        open++;
    uint32_t oldest = open;
    while (oldest < k->recvs.len &&
           (k->recvs.at[oldest].transient ||
            !rule_overlap(k->recvs.at[oldest].wants, op_pattern(op))))
        oldest++;
    vec_push(&k->recvs, (struct match_recv){
                            .wants = op_pattern(op),
                            .pos = (uint32_t)k->line.len,
                            .transient = !op_posts(op->kind),
                            .consumes = !op_sees(op->kind),
                            .may_fail = !must && op_fails(op->kind),
                            .later = op->mode == RECEIVE_LATER,
                            .event = NONE,
                            .seen = NONE,
                            .cancelled = NONE,
                            .open = open,
                            .oldest = oldest,
                        });
}

void line_fetch(struct graph *g, uint32_t p)
{
    struct match_rank *k = &g->rank[p];
    struct op op = {0};
    k->fetched = true;
    if (!g->program->ops->next(g->program, p, &op)) {
        k->ended = true;
        return;
    }
    op.args = line_copy_args(g, &op);
    k->next = (struct match_record){.op = op, .event = NONE};
    if (k->line.len) {
        const struct match_record *last = &vec_last(&k->line);
        k->next.images = last->images + last->has_image;
        k->next.gap = last->has_image ? 0 : last->gap + 1;
    }
    patience_fetch(g, p);
    if (op_looks(op.kind))
        spin_judge(g, p);
    if (op_wants(op.kind))
        push_recv(g, p, &op, spin_waits(k->next.spin));
}

/* ---- what a record means for the rest ---- */

/* Where the graph notes which position reported the request complete; NULL for requests
 * that are always complete. */
static int32_t *seen_of(struct graph *g, uint32_t p, uint32_t request)
{
    const struct match_request *q = &g->rank[p].requests.at[request];
    return q->kind == OP_ISEND    ? &graph_event(g, q->index)->seen
           : q->kind == OP_IRECV  ? &graph_recv(g, p, q->index)->seen
           : q->kind == OP_ARRIVE ? &g->rank[p].arrivals.at[q->index].seen
                                  : NULL;
}

uint32_t line_request_pos(const struct graph *g, uint32_t p, size_t request)
{
    const struct match_request *q = &g->rank[p].requests.at[request];
    return q->kind == OP_ISEND    ? graph_event(g, q->index)->pos
           : q->kind == OP_IRECV  ? graph_recv(g, p, q->index)->pos
           : q->kind == OP_ARRIVE ? g->rank[p].arrivals.at[q->index].pos
                                  : q->index;
}

/* Where the graph notes that this record reported a request complete; NULL if it
 * reported none. */
static int32_t *seen_by(struct graph *g, uint32_t p, const struct match_record *r)
{
    if (op_reports(r->op.kind) && r->index != OUTCOME_FALSE)
        return seen_of(g, p, r->op.args[r->index]);
    if (r->op.kind != OP_CANCEL || r->index)
        return NULL;
    struct match_recv *v = graph_recv(g, p, g->rank[p].requests.at[r->op.args[0]].index);
    return v->cancelled == NONE ? &v->seen : NULL;
}

/* The event that sent the message of this name to the rank. */
static uint32_t message(const struct graph *g, uint32_t p, int32_t name)
{
    return graph_channel(g, p, message_sender(name))->sends.at[message_number(name)];
}

static void link(struct graph *g, uint32_t p, const struct match_record *r, uint32_t pos)
{
    struct match_rank *k = &g->rank[p];
    switch ((enum matching_kind)r->op.kind) { /* other operations are local */
    case OP_ISEND: {
        struct match_event *e = graph_event(g, (uint32_t)r->event);
        struct match_channel *c = graph_channel(g, e->to, p);
        e->index = (uint32_t)c->sends.len;
        g->untaken++;
        g->ready += r->op.mode == SEND_READY;
        vec_push(&c->sends, (uint32_t)r->event);
        vec_push(&k->requests, (struct match_request){OP_ISEND, (uint32_t)r->event});
        break;
    }
    case OP_IRECV:
        vec_last(&k->recvs).request = (uint32_t)k->requests.len;
        vec_push(&k->requests,
                 (struct match_request){OP_IRECV, (uint32_t)k->recvs.len - 1});
        break;
    case OP_ARRIVE: {
        if (!graph_context(g, p, r->op.object)) {
            keys_add(&k->context_keys, r->op.object);
            vec_push(&k->contexts, (struct match_context){0});
        }
        struct match_context *c = graph_context(g, p, r->op.object);
        uint32_t seq = (uint32_t)c->arrivals.len;
        vec_push(&c->arrivals, (uint32_t)k->arrivals.len);
        vec_push(&k->requests,
                 (struct match_request){OP_ARRIVE, (uint32_t)k->arrivals.len});
        vec_push(&k->arrivals, (struct match_arrival){r->op.object, seq, pos, NONE, 0});
        break;
    }
    case OP_RECEIVE: {
        struct match_event *s = graph_event(g, r->send);
        s->received = (int32_t)pos;
        g->undone += graph_waits(g, s);
        vec_push(&k->requests, (struct match_request){OP_RECEIVE, pos});
        break;
    }
    case OP_PROBE:
    case OP_IPROBE:
        if (r->index != OUTCOME_FALSE) {
            struct match_sight sight = {pos, r->send, graph_sighted(g, p, pos, NONE)};
            vec_push(&k->sights, sight);
        }
        break;
    case OP_CANCEL:
        if (r->index)
            graph_recv(g, p, k->requests.at[r->op.args[0]].index)->cancelled =
                (int32_t)pos;
        break;
    case OP_FINISH:
    case OP_POLL:
    case OP_TRYRECV:
    case OP_MATCH:
    case OP_RETRACT:
        break;
    }
    int32_t *seen = seen_by(g, p, r);
    if (seen && *seen == NONE)
        *seen = (int32_t)pos;
}

/* The rank's arrival is removed: cuts the line of every rank that has left this
 * collective. */
static void unarrive(struct graph *g, uint32_t p, const struct match_record *r)
{
    struct match_arrival mine = vec_pop(&g->rank[p].arrivals);
    graph_context(g, p, mine.context)->arrivals.len--;
    g->departures++;
    for (uint32_t i = 0; i < r->op.nargs; i++) {
        uint32_t q = r->op.args[i];
        struct match_arrival *a =
            q == p ? NULL : graph_arrival(g, q, mine.context, mine.seq);
        if (!a || a->seen == NONE)
            continue;
        if (graph_needs(g, q, a, p))
            line_cut(g, q, (uint32_t)a->seen);
    }
}

static void unlink_record(struct graph *g, uint32_t p, const struct match_record *r,
                          uint32_t pos)
{
    struct match_rank *k = &g->rank[p];
    int32_t *seen = seen_by(g, p, r);
    if (seen && *seen == (int32_t)pos)
        *seen = NONE;
    switch ((enum matching_kind)r->op.kind) {
    case OP_ISEND: {
        struct match_channel *c =
            graph_channel(g, graph_event(g, (uint32_t)r->event)->to, p);
        c->sends.len--;
        g->untaken--; /* if it had a match, the match is removed as well, and counted
                         there */
        g->ready -= r->op.mode == SEND_READY;
        if (c->taken > c->sends.len)
            c->taken = (uint32_t)c->sends.len;
        k->requests.len--;
        break;
    }
    case OP_IRECV:
        k->requests.len--;
        break;
    case OP_ARRIVE:
        k->requests.len--;
        unarrive(g, p, r);
        break;
    case OP_RECEIVE: {
        struct match_event *s = graph_event(g, r->send);
        s->received = NONE;
        g->undone -= graph_waits(g, s);
        k->requests.len--;
        break;
    }
    case OP_PROBE:
    case OP_IPROBE:
        k->sights.len -= k->sights.len && vec_last(&k->sights).pos == pos;
        break;
    case OP_CANCEL:
        if (r->index)
            graph_recv(g, p, k->requests.at[r->op.args[0]].index)->cancelled = NONE;
        break;
    case OP_FINISH:
    case OP_POLL:
    case OP_TRYRECV:
    case OP_MATCH:
    case OP_RETRACT:
        break;
    }
}

void line_pass(struct graph *g, uint32_t p, struct outcome o)
{
    struct match_rank *k = &g->rank[p];
    struct program *program = g->program;
    /* What ranks do after the last choice is the same in most outcomes: then the actor is
     * still where it went with this outcome before. */
    bool done = k->ahead && !k->next.branches && outcome_same(&k->next.outcome, &o);
    k->live |= done;
    k->ahead = false;
    line_make_live(g, p);
    if (k->next.branches && image_is_due(&k->next))
        keep_image(g, p);
    k->next.outcome = o;
    k->next.index = o.index;
    k->next.stamp = (uint32_t)g->order.len;
    if (k->next.op.kind == OP_RECEIVE)
        k->next.send = message(g, p, (int32_t)k->next.op.value);
    else if (o.received && op_wants(k->next.op.kind))
        k->next.send = message(g, p, o.message);
    uint32_t pos = (uint32_t)k->line.len;
    vec_push(&k->line, k->next);
    link(g, p, &k->next, pos);
    if (!done)
        program->ops->resume(program, p, o);
    k->fetched = false;
}

static void forget(struct graph *g, uint32_t p, struct match_record *r, size_t stash)
{
    struct match_rank *k = &g->rank[p];
    if (op_wants(r->op.kind)) {
        if (g->stashing)
            vec_push(&g->stashes.at[stash].recvs, vec_last(&k->recvs));
        k->recvs.len--;
    }
    if (!g->stashing)
        line_drop(g, p, r);
}

void line_cut(struct graph *g, uint32_t p, uint32_t pos)
{
    struct match_rank *k = &g->rank[p];
    size_t stash = g->stashes.len;
    bool ahead = k->live && k->line.len == pos + 1;
    if (k->line.len <= pos)
        return;
    if (!k->fetched)
        line_fetch(g, p);
    if (g->stashing)
        vec_push(&g->stashes, (struct match_stash){.rank = p,
                                                   .pos = pos,
                                                   .ended = k->ended,
                                                   .failed = k->failed,
                                                   .next = k->next});
    if (!k->ended || k->failed)
        forget(g, p, &k->next, stash);
    while (k->line.len > pos) {
        struct match_record r = vec_pop(&k->line);
        /* this may cut the lines of other ranks, too */
        unlink_record(g, p, &r, (uint32_t)k->line.len);
        if (g->stashing)
            vec_push(&g->stashes.at[stash].records, r);
        if (k->line.len > pos)
            forget(g, p, &r, stash);
        else
            k->next = r;
    }
    /* next.event stays until that event is removed as well */
    k->fetched = true;
    k->ended = k->failed = k->live = k->waits = false;
    k->ahead = ahead;
}

void line_uncut(struct graph *g)
{
    struct match_stash st = vec_pop(&g->stashes);
    struct match_rank *k = &g->rank[st.rank];
    assert(k->line.len == st.pos);
    vec_last(&st.records).image = k->next.image; /* the record may have got an image in
                                                    the meantime */
    vec_last(&st.records).has_image = k->next.has_image;
    for (size_t i = st.records.len; i-- > 0;) {
        struct match_record r = st.records.at[i];
        uint32_t pos = (uint32_t)k->line.len;
        if (pos > st.pos && op_wants(r.op.kind))
            vec_push(&k->recvs, vec_pop(&st.recvs));
        vec_push(&k->line, r);
        link(g, st.rank, &r, pos);
    }
    k->next = st.next;
    k->ended = st.ended;
    k->failed = st.failed;
    k->fetched = true;
    k->live = k->waits = k->ahead = false;
    if ((!k->ended || k->failed) && op_wants(k->next.op.kind))
        vec_push(&k->recvs, vec_pop(&st.recvs));
    vec_free(&st.records);
    vec_free(&st.recvs);
}
