/* SPDX-License-Identifier: Apache-2.0
 *
 * reach.c - see reach.h.
 *
 * The least sets closed under: a process is where it is now; from a state
 * that is reached, local events and sends lead on, and sends make a message
 * sendable; a receive leads on if the message is pending now or sendable. The
 * process p contributes no more than the send of a send-receive state. Order
 * of messages, room in channels and how often something happens are ignored,
 * so whatever can really happen is in the sets. It stops at the first message
 * that answers the question with yes. */
#include "model/reach.h"
#include "base/mem.h"

#include <stdlib.h>

void reach_init(struct reach *r, const struct model *m)
{
    uint32_t messages = 0;
    *r = (struct reach){0};
    r->msg_base = mem_alloc((m->channels + 1) * sizeof *r->msg_base);
    for (uint32_t c = 0; c < m->channels; c++) {
        r->msg_base[c] = messages;
        messages += m->channel[c].msgs;
    }
    r->state = mem_alloc(m->states * sizeof *r->state);
    r->msg = mem_alloc(messages * sizeof *r->msg);
    r->work = mem_alloc(m->states * sizeof *r->work);
    r->taker = mem_alloc(m->transitions * sizeof *r->taker);
    r->taker_first = mem_alloc((messages + 2) * sizeof *r->taker_first);
    /* a counting sort: sizes, then sums, then places */
    uint32_t *first = r->taker_first + 1;
    for (uint32_t i = 0; i < m->transitions; i++)
        if (m->trans[i].act == ACT_RECV)
            first[r->msg_base[m->trans[i].chan] + m->trans[i].msg]++;
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= messages; i++) {
        uint32_t size = first[i];
        first[i] = sum;
        sum += size;
    }
    for (uint32_t i = 0; i < m->transitions; i++)
        if (m->trans[i].act == ACT_RECV)
            r->taker[first[r->msg_base[m->trans[i].chan] + m->trans[i].msg]++] = i;
}

void reach_free(struct reach *r)
{
    free(r->state);
    free(r->msg);
    free(r->msg_base);
    free(r->work);
    free(r->taker);
    free(r->taker_first);
}

static void enter(struct reach *r, uint32_t state)
{
    if (r->state[state] == r->now)
        return;
    r->state[state] = r->now;
    r->work[r->todo++] = state;
}

/* Groups are in the order of their channels. */
static const struct model_group *group_on(const struct model *m, uint32_t state,
                                          uint32_t chan)
{
    const struct model_group *g = &m->group[m->state[state].group_first];
    uint32_t lo = 0, hi = m->state[state].group_count;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (g[mid].chan == chan)
            return &g[mid];
        if (g[mid].chan < chan)
            lo = mid + 1;
        else
            hi = mid;
    }
    return NULL;
}

static bool ready(const struct model *m, const struct global *s,
                  const struct model_group *g)
{
    return step_oldest(s, g) != MODEL_NONE || step_sync(m, s, g).t != MODEL_NONE;
}

/* The message becomes sendable. True if that answers the question. */
static bool sendable(struct reach *r, const struct model *m, const struct global *s,
                     uint32_t p, uint32_t chan, uint32_t msg)
{
    if (r->msg[r->msg_base[chan] + msg] == r->now)
        return false;
    r->msg[r->msg_base[chan] + msg] = r->now;
    uint32_t q = m->channel[chan].receiver;
    if (q == p) {
        const struct model_group *g = group_on(m, s->at[p], chan);
        return g && g->by_msg[msg] != MODEL_NONE && !ready(m, s, g);
    }
    uint32_t id = r->msg_base[chan] + msg;
    for (uint32_t i = r->taker_first[id]; i < r->taker_first[id + 1]; i++) {
        const struct model_trans *t = &m->trans[r->taker[i]];
        if (r->state[model_at(m, q, t->src)] == r->now)
            enter(r, model_at(m, q, t->dst));
    }
    return false;
}

static bool pending(const struct global *s, uint32_t chan, uint32_t msg)
{
    for (uint32_t i = 0; i < s->len[chan]; i++)
        if (s->line[chan][i] == msg)
            return true;
    return false;
}

bool reach_arrives(struct reach *r, const struct model *m, const struct global *s,
                   uint32_t p)
{
    if (++r->now == 0) { /* the counter has wrapped around, so the marks are cleared */
        for (uint32_t i = 0; i < m->states; i++)
            r->state[i] = 0;
        for (uint32_t c = 0; c < m->channels; c++)
            for (uint32_t x = 0; x < m->channel[c].msgs; x++)
                r->msg[r->msg_base[c] + x] = 0;
        r->now = 1;
    }
    r->todo = 0;
    for (uint32_t q = 0; q < m->processes; q++) {
        if (q != p)
            enter(r, s->at[q]);
    }
    uint32_t own = m->state[s->at[p]].send;
    if (own != MODEL_NONE && sendable(r, m, s, p, m->trans[own].chan, m->trans[own].msg))
        return true;
    while (r->todo) {
        const struct model_state *u = &m->state[r->work[--r->todo]];
        for (uint32_t i = u->first; i < u->first + u->count; i++) {
            const struct model_trans *t = &m->trans[i];
            if (t->act == ACT_SEND && sendable(r, m, s, p, t->chan, t->msg))
                return true;
            if (t->act != ACT_RECV || r->msg[r->msg_base[t->chan] + t->msg] == r->now ||
                pending(s, t->chan, t->msg))
                enter(r, model_at(m, t->process, t->dst));
        }
    }
    return false;
}
