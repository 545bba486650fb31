/* SPDX-License-Identifier: Apache-2.0
 *
 * expand.c - successors of a packed state.
 *
 * The state is opened once; each successor is a copy of the packed bytes with
 * the fields of at most two processes and one channel written over, so a
 * successor costs the same however many processes there are.
 *
 * Urgency follows Definition 3: a process is urgent at a local-event state,
 * or at a receiving or send-receive state where, for every channel it
 * receives from, either something can be received now or we know that nothing
 * can come before it moves, and something can be received on at least one. */
#include "model/expand.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

void space_init(struct model_space *sp, const struct model *m, enum urgency urgency,
                const uint32_t *cap, bool bounded)
{
    *sp = (struct model_space){.m = m, .urgency = urgency, .bounded = bounded};
    layout_init(&sp->layout, m, cap);
    future_init(&sp->future, m);
}

void space_free(struct model_space *sp)
{
    layout_free(&sp->layout);
    future_free(&sp->future);
}

void expander_init(struct expander *x, const struct model_space *sp)
{
    *x = (struct expander){.sp = sp};
    global_init(&x->open, &sp->layout);
    x->packed = mem_alloc(sp->layout.bytes + LAYOUT_SLACK);
    reach_init(&x->reach, sp->m);
}

void expander_free(struct expander *x)
{
    global_free(&x->open);
    free(x->packed);
    reach_free(&x->reach);
}

void batch_init(struct batch *b, uint32_t stride)
{
    *b = (struct batch){.stride = stride};
}

void batch_free(struct batch *b)
{
    free(b->bytes);
    free(b->edge);
    free(b->hash);
    *b = (struct batch){0};
}

static void batch_grow(struct batch *b)
{
    b->cap = b->cap ? b->cap * 2 : 64;
    b->bytes = mem_resize(b->bytes, (size_t)b->cap * b->stride + LAYOUT_SLACK);
    b->edge = mem_resize(b->edge, b->cap * sizeof *b->edge);
    b->hash = mem_resize(b->hash, b->cap * sizeof *b->hash);
}

static inline uint8_t *emit(struct expander *x, struct batch *b, struct edge e)
{
    if (b->count == b->cap)
        batch_grow(b);
    uint8_t *to = batch_at(b, b->count);
    /* whole words: what spills over lands where the next state will be */
    for (uint32_t i = 0; i < b->stride; i += 8)
        memcpy(to + i, x->packed + i, 8);
    b->edge[b->count++] = e;
    const struct model_trans *t = &x->sp->m->trans[e.t];
    layout_put_process(&x->sp->layout, to, t->process, t->dst);
    return to;
}

static void emit_sync(struct expander *x, struct batch *b, struct edge e)
{
    uint8_t *to = emit(x, b, e);
    const struct model_trans *r = &x->sp->m->trans[e.recv];
    layout_put_process(&x->sp->layout, to, r->process, r->dst);
}

static void emit_send(struct expander *x, struct batch *b, uint32_t send)
{
    const struct model_trans *t = &x->sp->m->trans[send];
    uint32_t n = x->open.len[t->chan];
    uint16_t *line = x->open.line[t->chan];
    line[n] = (uint16_t)t->msg;
    layout_put_channel(&x->sp->layout, emit(x, b, (struct edge){send, MODEL_NONE}),
                       t->chan, line, n + 1);
    line[n] = 0;
}

static void emit_recv(struct expander *x, struct batch *b, uint32_t recv, uint32_t pos)
{
    const struct model_trans *t = &x->sp->m->trans[recv];
    uint32_t n = x->open.len[t->chan];
    uint16_t *line = x->open.line[t->chan];
    memmove(line + pos, line + pos + 1, (n - pos - 1) * sizeof *line);
    layout_put_channel(&x->sp->layout, emit(x, b, (struct edge){recv, MODEL_NONE}),
                       t->chan, line, n - 1);
    memmove(line + pos + 1, line + pos, (n - pos - 1) * sizeof *line);
    line[pos] = (uint16_t)t->msg;
}

/* A receive or a synchronous transition of this group is enabled. */
static inline bool ready(const struct expander *x, const struct model_group *g)
{
    return step_oldest(&x->open, g) != MODEL_NONE ||
           step_sync(x->sp->m, &x->open, g).t != MODEL_NONE;
}

/* Condition (b), as far as it can be told from the sender of one channel. */
static bool never_again(const struct expander *x, uint32_t group)
{
    const struct model_space *sp = x->sp;
    uint32_t sender = sp->m->group[group].sender;
    uint32_t at = x->open.at[sender];
    return sp->m->state[at].kind == MODEL_FINAL ||
           (sp->urgency >= URGENCY_FUTURE &&
            !future_may_send(&sp->future, sender, at, group));
}

/* Definition 3. The closer look is only taken with `closely`. */
static bool urgent_at(struct expander *x, uint32_t p, bool closely)
{
    const struct model *m = x->sp->m;
    const struct model_state *u = &m->state[x->open.at[p]];
    if (u->kind == MODEL_LOCAL)
        return true;
    bool any = false, all = true;
    for (uint32_t i = u->group_first; i < u->group_first + u->group_count; i++) {
        bool now = ready(x, &m->group[i]);
        any |= now;
        all = all && (now || never_again(x, i));
        if (!all && !closely)
            return false;
    }
    if (any && !all)
        all = !reach_arrives(&x->reach, m, &x->open, p);
    return any && all;
}

/* The first process at an urgent state, or MODEL_NONE. Any choice would do;
 * one that is cheap to find comes before one that takes a closer look. */
static uint32_t urgent_process(struct expander *x)
{
    for (int closely = 0; closely <= (x->sp->urgency == URGENCY_REACH); closely++)
        for (uint32_t p = 0; p < x->sp->m->processes; p++)
            if (urgent_at(x, p, closely == 1))
                return p;
    return MODEL_NONE;
}

/* What process p can do other than send. Returns true if anything; with
 * `syncs` synchronous transitions are emitted whatever room there is. */
static inline bool moves(struct expander *x, uint32_t p, bool syncs, struct batch *out)
{
    const struct model *m = x->sp->m;
    const struct model_state *u = &m->state[x->open.at[p]];
    bool any = u->kind == MODEL_LOCAL;
    for (uint32_t t = u->first; any && t < u->first + u->count; t++)
        emit(x, out, (struct edge){t, MODEL_NONE});
    for (uint32_t i = u->group_first; i < u->group_first + u->group_count; i++) {
        const struct model_group *g = &m->group[i];
        uint32_t at = step_oldest(&x->open, g);
        if (at != MODEL_NONE) {
            any = true;
            emit_recv(x, out, g->by_msg[x->open.line[g->chan][at]], at);
            continue;
        }
        struct edge e = step_sync(m, &x->open, g);
        if (e.t == MODEL_NONE)
            continue;
        any = true;
        if (syncs || x->open.len[g->chan] == x->sp->layout.channel[g->chan].cap)
            emit_sync(x, out, e);
    }
    return any;
}

struct expansion space_expand(struct expander *x, const uint8_t *state, struct batch *out)
{
    const struct model_space *sp = x->sp;
    const struct model *m = sp->m;
    struct expansion result = {.halted = true, .overflow = MODEL_NONE};
    memcpy(x->packed, state, sp->layout.bytes);
    layout_unpack(&sp->layout, x->packed, &x->open);

    uint32_t urgent = sp->urgency == URGENCY_OFF ? MODEL_NONE : urgent_process(x);
    if (urgent != MODEL_NONE) {
        moves(x, urgent, true, out);
        result.halted = false;
        return result;
    }
    for (uint32_t p = 0; p < m->processes; p++) {
        uint32_t send = m->state[x->open.at[p]].send;
        if (send != MODEL_NONE) {
            uint32_t c = m->trans[send].chan;
            if (x->open.len[c] < sp->layout.channel[c].cap) {
                emit_send(x, out, send);
            } else {
                result.refused = true;
                if (!sp->bounded)
                    result.overflow = c;
            }
        }
        if (moves(x, p, sp->every_sync, out))
            result.halted = false;
    }
    return result;
}
